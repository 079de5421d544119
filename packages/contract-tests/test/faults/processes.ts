import { join } from "node:path";
import { expect, inject } from "vitest";
import { bundlePrograms, type Life, type Programs, start } from "@keywright/tool-torture";
import { secretsIn } from "./secrets.ts";

/** Bundles programs of the folder beside this file. */
export function bundle(...names: readonly string[]): Promise<Programs> {
  return bundlePrograms(...names.map((name) => join(import.meta.dirname, "programs", `${name}.ts`)));
}

/** Runs a program on the transport of the tests to its end, which must be its own; what it prints shows no secret. */
export async function runProgram<Result>(
  file: string,
  input: object,
  { env = {}, onStart }: { readonly env?: { readonly [name: string]: string }; readonly onStart?: (life: Life) => Promise<void> } = {},
): Promise<Result> {
  const life = start([process.execPath, file, JSON.stringify({ transport: inject("transport"), ...input })], { env: { ...process.env, ...env } });
  await onStart?.(life);
  const { printed, said, code, signal } = await life.end;
  expect(secretsIn(printed + said)).toEqual([]);
  expect({ said, code, signal }).toEqual({ said: "", code: 0, signal: null });
  return JSON.parse(printed) as Result;
}
