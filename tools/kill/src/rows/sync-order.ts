import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { start } from "../life.ts";
import type { Bench, Found, Row } from "../row.ts";
import { serveStream } from "../stream.ts";

const SAVES = 10;
const PAGE = 100;
const PAGES = 10;

/** The calls of one save, in the order that survives a power cut (fsync(2): a new name is kept only once its folder is synced). */
const SAVE = [
  "open temporary",
  "write temporary",
  "sync temporary",
  "close temporary",
  "rename temporary",
  "open folder",
  "sync folder",
  "close folder",
] as const;

/** A page is on the disk before its position is. */
const PAGE_CALLS = ["write output", "sync output", ...SAVE] as const;

const CALLS = "openat,write,pwrite64,writev,fsync,fdatasync,close,rename";
const NAMES: { readonly [call: string]: string } = { openat: "open", pwrite64: "write", writev: "write", fsync: "sync", fdatasync: "sync" };

/** Rows that read the system calls of a process: a kill cannot show a missing sync, because the kernel keeps what was written. */
export const syncOrder: readonly Row[] = [
  {
    id: "sync",
    what: `the system calls of ${SAVES} saves of a checkpoint, in their order`,
    needs: ["strace"],
    async run(bench) {
      const state = await emptyFolder(bench);
      const calls = await trace(bench, [bench.program("save"), join(state, "position"), String(SAVES)], {});
      return compare(fromFirstSave(calls), Array.from({ length: SAVES }, () => SAVE).flat());
    },
  },
  {
    id: "sync-folder",
    what: "a folder of a checkpoint that somebody made and did not keep is kept before the first save, and once",
    needs: ["strace"],
    async run(bench) {
      const state = await emptyFolder(bench);
      const calls = await trace(bench, [bench.program("save"), join(state, "position"), "2"], {});
      const [first, ...others] = calls.flatMap((call, place) => (call === "sync above" ? [place] : []));
      const isRight = first !== undefined && first < calls.indexOf(SAVE[0]) && others.length === 0;
      return { lost: 0, wrong: isRight ? [] : [`the folder above was synced at the calls ${[first, ...others].join(", ")}`], figure: `${calls.length} calls` };
    },
  },
  {
    id: "sync-tail",
    what: `the system calls of keywright-tail for ${PAGES} pages into a file, in their order`,
    needs: ["strace"],
    async run(bench) {
      const stream = await serveStream(PAGE * PAGES);
      try {
        const state = await emptyFolder(bench);
        const files = ["--checkpoint", join(state, "position"), "--output", join(bench.folder, "output")];
        const given = [...files, "--since", "2020-01-01T00:00:00Z", "--page-size", String(PAGE), "--once", "--quiet"];
        const calls = await trace(bench, [bench.program("tail"), "auditevents", ...given], {
          KEYWRIGHT_EVENTS_URL: stream.url,
          KEYWRIGHT_EVENTS_TOKEN: stream.token,
        });
        // The time to begin at is saved before the first page.
        return compare(fromFirstSave(calls), [...SAVE, ...Array.from({ length: PAGES }, () => PAGE_CALLS).flat()]);
      } finally {
        await stream.close();
      }
    },
  },
];

/** A folder for the checkpoint alone, so that nothing else opens it. */
async function emptyFolder({ folder }: Bench): Promise<string> {
  const state = join(folder, "state");
  await mkdir(state);
  return state;
}

/** Runs a program to its end, and gives its calls on the temporary file of the checkpoint, its folder, the folder above, and the output. */
async function trace({ folder }: Bench, program: readonly string[], env: { readonly [name: string]: string }): Promise<readonly string[]> {
  const log = join(folder, "strace.log");
  const command = ["strace", "-f", "-y", "-qq", "-o", log, "-e", `trace=${CALLS}`, process.execPath, ...program];
  const { code, said } = await start(command, { env: { ...process.env, ...env, UV_THREADPOOL_SIZE: "1" } }).end;
  if (code !== 0) throw new Error(`it ended with ${code}: ${said}`);
  const calls: string[] = [];
  for (const line of (await readFile(log, "utf8")).split("\n")) {
    const [, name = "", on = ""] = /^\d+ +(\w+)\((.*)/.exec(line) ?? [];
    const subject = subjectOf(on, folder);
    const call = `${NAMES[name] ?? name} ${subject}`;
    // A long text may take several writes.
    if (subject !== undefined && !(name.includes("write") && calls.at(-1) === call)) calls.push(call);
  }
  return calls;
}

/** What comes before the first save makes the files ready. */
function fromFirstSave(calls: readonly string[]): readonly string[] {
  return calls.slice(calls.indexOf(SAVE[0])).filter((call) => call !== "close output");
}

function subjectOf(text: string, folder: string): "temporary" | "folder" | "output" | "above" | undefined {
  if (text.includes(`${folder}/state/.position.`)) return "temporary";
  if (text.includes(`"${folder}/state"`) || text.includes(`<${folder}/state>`)) return "folder";
  if (text.includes(`<${folder}/output>`)) return "output";
  return text.includes(`<${folder}>`) ? "above" : undefined;
}

function compare(calls: readonly string[], expected: readonly string[]): Found {
  const wrong: string[] = [];
  const place = expected.findIndex((call, index) => calls[index] !== call);
  if (place >= 0)
    wrong.push(`call ${place} must be ${expected[place]}; got ${calls[place] ?? "nothing"}, after ${calls.slice(Math.max(0, place - 3), place).join(", ")}`);
  if (place < 0 && calls.length > expected.length)
    wrong.push(`${calls.length - expected.length} calls more than expected, the first is ${calls[expected.length]}`);
  return { lost: 0, wrong, figure: `${calls.length} calls` };
}
