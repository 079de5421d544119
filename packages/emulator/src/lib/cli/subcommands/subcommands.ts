import { COMPARE } from "./compare.ts";
import { INIT } from "./init.ts";
import { RECORD } from "./record.ts";
import { REPLAY } from "./replay.ts";
import type { Subcommand } from "./subcommand.ts";

/** The subcommands by their names. Each is in a file of its own. */
export const SUBCOMMANDS: { readonly [name: string]: Subcommand } = {
  compare: COMPARE,
  init: INIT,
  record: RECORD,
  replay: REPLAY,
};
