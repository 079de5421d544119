import { tokenFile } from "@keywright/core/node";
import type { RunSettings } from "./command/arguments.ts";
import type { Outputs } from "./process/child.ts";
import { findTerminal } from "./process/own-terminal.ts";
import type { Log } from "./process/log.ts";
import { createMasker, findersOf, type Masker } from "./masking/masker.ts";
import { patternsOf, SHORTEST_BYTES } from "./masking/patterns.ts";
import { UnresolvedError, type ValueOf } from "./secrets/resolve.ts";
import type { CommandContext } from "./process/command-context.ts";
import { secretsIn } from "./secrets/whole-items.ts";
import type { Source } from "./secrets/wanted.ts";

/** What is looked for takes about seventy times the memory of a secret. */
const LONGEST_BYTES = 256 * 1024;

interface Masking {
  /** Absent without masking. */
  readonly outputs: Outputs | undefined;
  /**
   * Masks the values of references, in all outputs and next to earlier values.
   *
   * @throws UnresolvedError for one that is too long.
   */
  add(source: Source, valueOf: ValueOf): void;
}

/** Masks secrets and the token of the vault in the outputs of commands. */
export function createMasking({ masking, tty }: RunSettings, { env, stdout, stderr }: CommandContext, log: Log): Masking {
  if (!masking) return { outputs: undefined, add: () => {} };
  const terminal = tty ? findTerminal(env) : undefined;
  if (typeof terminal === "string") log({ level: "warn", event: "no-terminal", message: `--tty has no effect, because ${terminal}` });
  const known = new Set<string>();
  let finders = findersOf(() => patternsOf(known));
  const maskers = new Set<Masker>();
  mask([env["KEYWRIGHT_VAULT_TOKEN"] ?? ""]);
  const { KEYWRIGHT_VAULT_TOKEN_FILE: path = "" } = env;
  const token = path === "" ? undefined : tokenFile(path);

  function mask(values: readonly string[]): void {
    if (values.every((value) => known.has(value))) return;
    for (const value of values) known.add(value);
    finders = findersOf(() => patternsOf(known));
    for (const each of maskers) each.use(finders);
  }

  function masker(): Masker {
    const created = createMasker(finders);
    maskers.add(created);
    return {
      ...created,
      end() {
        // A command that is restarted for months must not leave its maskers.
        maskers.delete(created);
        return created.end();
      },
    };
  }

  /** The token's file can be replaced meanwhile. Without a file, no command prints the token. */
  async function refresh(): Promise<void> {
    if (token !== undefined)
      mask(
        await Promise.resolve(token.getToken()).then(
          (value) => [value],
          () => [],
        ),
      );
  }

  return {
    outputs: { stdout, stderr, masker, refresh, terminal: typeof terminal === "string" ? undefined : terminal },
    add({ wanted }, valueOf) {
      const pairs = wanted.flatMap(({ name, references, field, fill }) => {
        const values = field === undefined ? references.flatMap((reference) => secretsIn(reference, valueOf(reference))) : [fill(valueOf)];
        return values.map((value) => [name, value] as const);
      });
      const long = pairs.filter(([, value]) => Buffer.byteLength(value) > LONGEST_BYTES);
      if (long.length > 0)
        throw new UnresolvedError(
          long.map(([name, value]) => ({
            name,
            reason: `it has ${Buffer.byteLength(value)} bytes, and at most ${LONGEST_BYTES} can be masked: use --no-masking`,
          })),
        );
      for (const [name, value] of pairs.filter(([, secret]) => !known.has(secret)))
        if (value !== "" && Buffer.byteLength(value) < SHORTEST_BYTES)
          log({
            level: "warn",
            event: "not-masked",
            message: `${name} has a secret of fewer than ${SHORTEST_BYTES} bytes, which is not masked`,
            details: { name },
          });
      mask(pairs.map(([, value]) => value));
    },
  };
}
