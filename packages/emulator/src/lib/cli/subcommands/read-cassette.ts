import { UsageError } from "@keywright/cli-kit";
import { type Cassette, openCassette } from "../../record/cassette/cassette.ts";
import { CommandError, type Terminal } from "../input/terminal.ts";

/** Reads the file of `--cassette`. @throws UsageError without a path, CommandError if invalid. */
export async function readCassetteOption(path: string | undefined, terminal: Terminal): Promise<Cassette> {
  if (path === undefined || path === "") throw new UsageError("--cassette must be the path of a cassette");
  try {
    const cassette = await openCassette(path);
    if (cassette.isCut) terminal.complain(`${path}: the last line is incomplete and is left out\n`);
    return cassette;
  } catch (error) {
    throw new CommandError(`${path}: ${fileProblem(error)}`);
  }
}

/** Returns why a file cannot be used. */
export function fileProblem(error: unknown): string {
  const { code, message }: { readonly code?: unknown; readonly message?: unknown } = Object(error);
  if (code === "ENOENT") return "there is no such file or folder";
  if (code === "EEXIST") return "the file exists; choose another name, or delete it";
  return typeof code === "string" ? `the file cannot be used (${code})` : String(message);
}
