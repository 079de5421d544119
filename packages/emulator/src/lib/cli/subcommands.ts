import { COMPARE } from "./compare.ts";
import { RECORD } from "./record.ts";
import { REPLAY } from "./replay.ts";
import type { Subcommand } from "./subcommand.ts";

/** The subcommands by their names. Each is in a file of its own. */
export const SUBCOMMANDS: { readonly [name: string]: Subcommand } = {
  compare: COMPARE,
  record: RECORD,
  replay: REPLAY,
};
