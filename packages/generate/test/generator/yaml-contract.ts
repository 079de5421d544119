/** The text of a contract of the service `thing`: its `paths`, `components` and other members. */
export function yamlOf(members: string): string {
  return `openapi: 3.1.0
info:
  title: Thing
  version: "1"
  description: A thing.
  license:
    name: MIT
    identifier: MIT
${members}`;
}

/** An operation without a body: `get: /a` with the members that a test is about. */
export function operationAt(id: string, members: string, { method = "get", retry = "safe" } = {}): string {
  return `  /${id}:
    ${method}:
      operationId: ${id}
      summary: Does what it is called
      description: Does what it is called.
      x-retry: ${retry}
${members.replaceAll(/^(?=.)/gm, "      ")}
      responses:
        "204":
          description: Done.
        "400":
          description: Refused.
`;
}
