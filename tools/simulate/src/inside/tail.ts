import { run } from "../../../../packages/tail/src/lib/run.ts";
import type { Surroundings } from "../world/surroundings.ts";

/** Runs keywright-tail with two streams and one output file. */
export async function tail({ signal, path, settings, token, secret, clientId, print, onHangup }: Surroundings): Promise<void> {
  await run(
    [
      "auditevents",
      "auditlog",
      `--checkpoint=${path}/{stream}.json`,
      "--output=/data/out/events.jsonl",
      `--page-size=${settings.pageSize}`,
      `--interval=${settings.pollSeconds}`,
      "--stand-by",
      ...(settings.beginNow ? [] : ["--since=2020-01-01T00:00:00Z"]),
      ...(settings.once ? ["--once"] : []),
      ...(settings.hasDeadLetters ? ["--dead-letter=/data/out/bad.jsonl", "--give-up-after=1m"] : []),
    ],
    {
      env: {
        KEYWRIGHT_EVENTS_URL: "https://events.example",
        KEYWRIGHT_EVENTS_TOKEN: token,
        KEYWRIGHT_MANAGEMENT_URL: "https://management.example",
        KEYWRIGHT_MANAGEMENT_CLIENT_ID: clientId,
        KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: secret,
      },
      stdout: { write: (text, written) => (print(text), written()) },
      stderr: { write: print },
      signal,
      onHangup,
      fetch: (url, init) => globalThis.fetch(url, init),
    },
  );
}
