import type { RunSettings } from "./arguments.ts";
import { type Exit, type Outputs, startChild } from "./child.ts";
import { readSecrets } from "./connect.ts";
import { afterOutput } from "./exit.ts";
import { createLog, type Log } from "./log.ts";
import { formsOf, SHORTEST_BYTES } from "./masking/forms.ts";
import { createMasker, type Masker } from "./masking/masker.ts";
import { UnresolvedError, type ValueOf } from "./resolve.ts";
import type { Surroundings } from "./surroundings.ts";
import { readVariables, type Source } from "./wanted.ts";

/** Runs a command with secrets in its environment, until it exits. */
export async function runCommand(settings: RunSettings, surroundings: Surroundings): Promise<Exit> {
  const { command, args, scheme, json, watch } = settings;
  const { env, stderr, signals } = surroundings;
  const log = createLog(json, stderr);
  const source = await readVariables(env, settings);
  const masking = createMasking(settings, surroundings, log);
  const prepare = (valueOf: ValueOf) => {
    const own = environmentOf(source, valueOf);
    masking.add(source, valueOf);
    return () => startChild(command, args, own, masking.outputs);
  };
  if (watch !== undefined && source.wanted.length > 0) {
    const { superviseCommand } = await import("./polled.ts");
    return superviseCommand(prepare, source, { ...settings, watch }, surroundings, log);
  }
  const child = prepare(await readSecrets(source, env, scheme))();
  // A terminal has already sent its signal to the command.
  signals.sendTo((signal, isFromTerminal) => isFromTerminal || child.send(signal));
  const exit = await child.exited;
  signals.sendTo(undefined);
  return afterOutput(child, exit, log);
}

/** @throws UnresolvedError if an environment variable cannot have a value. */
function environmentOf({ plain, wanted }: Source, valueOf: ValueOf): NodeJS.ProcessEnv {
  const filled = wanted.map(({ name, fill }) => [name, fill(valueOf)] as const);
  // Node would throw an error that contains the value.
  const withNul = filled.filter(([, value]) => value.includes("\0"));
  if (withNul.length > 0)
    throw new UnresolvedError(withNul.map(([name]) => ({ name, reason: "its value contains a NUL character, which no environment variable can" })));
  return { ...plain, ...Object.fromEntries(filled) };
}

interface Masking {
  /** Absent without masking. */
  readonly outputs: Outputs | undefined;
  /** Masks the values of references, in all outputs and next to earlier values. */
  add(source: Source, valueOf: ValueOf): void;
}

function createMasking({ masking, keepToken }: RunSettings, { env, stdout, stderr }: Surroundings, log: Log): Masking {
  if (!masking) return { outputs: undefined, add: () => {} };
  const token = env["KEYWRIGHT_VAULT_TOKEN"] ?? "";
  const forms: Uint8Array[] = keepToken ? [...formsOf(token)] : [];
  const known = new Set<string>();
  const maskers = new Set<Masker>();
  function masker(): Masker {
    const created = createMasker(forms);
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
  return {
    outputs: { stdout, stderr, masker },
    add({ wanted }, valueOf) {
      const pairs = wanted.flatMap(({ name, references }) => references.map((reference) => [name, valueOf(reference)] as const));
      const added = pairs.filter(([, value]) => !known.has(value));
      for (const [name, value] of added) {
        if (value !== "" && Buffer.byteLength(value) < SHORTEST_BYTES)
          log({
            level: "warn",
            event: "not-masked",
            message: `${name} has a secret of fewer than ${SHORTEST_BYTES} bytes, which is not masked`,
            details: { name },
          });
        known.add(value);
      }
      const more = added.flatMap(([, value]) => formsOf(value));
      forms.push(...more);
      for (const each of maskers) each.add(more);
    },
  };
}
