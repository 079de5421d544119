import type { CountedFile } from "./count-calls.ts";
import { placeOf } from "./create-item.ts";

/** Maximum figures of a call. */
export const CALL_GOALS = { files: 10, functions: 45, calls: 100 } as const;

/** The three figures of a call. */
export type CallLength = { readonly [figure in keyof typeof CALL_GOALS]: number };

/** Returns the figures of a call. */
export function lengthOf(files: readonly CountedFile[]): CallLength {
  const functions = files.flatMap((file) => file.functions);
  return { files: files.length, functions: functions.length, calls: callsOf(functions) };
}

/** Returns whether no figure is above its goal. */
export function isShortEnough({ files, functions, calls }: CallLength): boolean {
  return files <= CALL_GOALS.files && functions <= CALL_GOALS.functions && calls <= CALL_GOALS.calls;
}

/**
 * Returns the table: a line for each file in the order of the call, and a last line with the sums and their goals.
 *
 * @param withFunctions Whether to list the functions below each file.
 */
export function linesOf(files: readonly CountedFile[], withFunctions: boolean): string[] {
  const { files: count, functions, calls } = lengthOf(files);
  const rows = files.flatMap(({ url, functions: ran }) => [
    [placeOf(url), ran.length, callsOf(ran)] as const,
    ...(withFunctions ? ran.map((one) => [`  ${one.name || "(anonymous)"}`, "", one.calls] as const) : []),
  ]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    ...([["file", "functions", "calls"], ...rows] as const).map((row) => `${row[0].padEnd(width)}${`${row[1]}`.padStart(11)}${`${row[2]}`.padStart(7)}`),
    `${count} files, ${functions} functions, ${calls} calls (goals: ${Object.values(CALL_GOALS).join(", ")})`,
  ];
}

function callsOf(functions: CountedFile["functions"]): number {
  return functions.reduce((sum, { calls }) => sum + calls, 0);
}
