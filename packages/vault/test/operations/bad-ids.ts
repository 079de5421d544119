import { expectRejected, type RecordingFetch } from "@keywright/tool-test-kit/testing";
import { expect } from "vitest";

/** Something given as an id that is none. */
export interface BadId {
  readonly parameter: string;
  readonly wrong: string;
  readonly id: unknown;
}

const good = "u32zhgb7j43k2omdbw7g2jcgsk";

const wrongIds: { readonly [wrong: string]: unknown } = {
  "an empty string": "",
  "25 characters": good.slice(1),
  "27 characters": `${good}a`,
  "26 characters in upper case": good.toUpperCase(),
  "a letter outside of a to z": `${good.slice(1)}é`,
  "a digit of another script": `${good.slice(1)}٣`,
  "a path that climbs": "../../../health",
  "26 characters with ../": `../${good.slice(3)}`,
  "two dots": "..",
  "two encoded dots": "%2e%2e",
  "two dots encoded in upper case": "%2E%2E",
  "a good id behind an encoded climb": `%2e%2e%2f${good}`,
  "26 characters with a question mark": `${good.slice(1)}?`,
  "a good id with a query": `${good}?filter=x`,
  "26 characters with a number sign": `${good.slice(1)}#`,
  "a line break in the middle": `${good.slice(0, 12)}\r\n${good.slice(14)}`,
  "a good id and a line break": `${good}\n`,
  "26 characters with a NUL": `${good.slice(1)}\0`,
  "26 characters with a lone surrogate": `${good.slice(1)}\ud83d`,
  nothing: undefined,
  null: null,
  "a number": 26,
  "a list with a good id": [good],
};

/** Every bad id in the place of each of the parameters. */
export function badIdsAs(...parameters: readonly string[]): BadId[] {
  return parameters.flatMap((parameter) => Object.entries(wrongIds).map(([wrong, id]) => ({ parameter, wrong, id })));
}

/** Sees that the call is refused before any request, naming the parameter and not repeating the value. */
export async function expectIdRejected({ parameter, id }: BadId, call: (fetch: RecordingFetch) => Promise<unknown>): Promise<void> {
  const error = await expectRejected(call);
  expect(error.argument).toBe(parameter);
  expect(error.message).toContain(parameter);
  if (typeof id === "string" && id !== "") expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(id);
}
