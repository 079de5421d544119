/** Headers that curl writes itself, or that no reader needs for a first try. */
const LEFT_OUT = ["accept", "accept-encoding", "authorization", "content-length"];

/** A request as a command for curl. Credentials come from the environment. */
export async function curlCommand(service: string, request: Request): Promise<string> {
  const body = await request.text();
  const variable = (name: string): string => `$KEYWRIGHT_${service.toUpperCase().replaceAll("-", "_")}_${name}`;
  const authorization = request.headers.get("authorization") ?? "";
  const headers = [...request.headers].filter(([name]) => !LEFT_OUT.includes(name)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const isDefault = request.method === "GET" || (request.method === "POST" && body !== "");
  return [
    `curl ${isDefault ? "" : `-X ${request.method} `}${quoted(request.url)}`,
    ...(authorization.startsWith("Basic ") ? [`-u "${variable("CLIENT_ID")}:${variable("CLIENT_SECRET")}"`] : []),
    ...(authorization.startsWith("Bearer ") ? [`-H "authorization: Bearer ${variable("TOKEN")}"`] : []),
    ...headers,
    ...(body === "" ? [] : [`-d ${quoted(readable(body, request.headers.get("content-type") ?? ""))}`]),
  ].join(" \\\n  ");
}

function readable(body: string, mediaType: string): string {
  return /[/+]json/.test(mediaType) ? JSON.stringify(JSON.parse(body), undefined, 2) : body;
}

/** A word of a shell's command: in single quotes every character is itself, except the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
