import { format, inspect } from "node-inspect-extracted";
import type { RunMessage } from "../messages.ts";
import { ENVIRONMENT, openWorld } from "../world.ts";

/** Values of a module by their names. */
type Module = Readonly<Record<string, unknown>>;

/** A block after its types are removed and its imports became calls of `require`. */
type Block = (require: (name: string) => Module, exports: object, process: object, start: () => void) => Promise<void>;

/** More output than this is not shown: a loop must not fill the memory of the page. */
const MOST_MESSAGES = 500;

/** The end of a message that is longer is not shown. */
const MOST_CHARACTERS = 20_000;

let isShown = false;
let messages = 0;

function report(message: RunMessage): void {
  if (message.kind === "end") return postMessage(message);
  if (!isShown || messages > MOST_MESSAGES) return;
  messages += 1;
  postMessage(
    messages > MOST_MESSAGES
      ? ({ kind: "output", level: "error", text: `More than ${MOST_MESSAGES} lines; the rest is not shown.` } satisfies RunMessage)
      : message,
  );
}

function print(level: "log" | "error", printed: string): void {
  // The lines of stacks have places in a bundle, which say nothing to readers.
  const text = printed.replaceAll(/\n +at [^\n]*?(?::\d+:\d+|<anonymous>)\)?/g, "");
  report({ kind: "output", level, text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text });
}

const emulators = openWorld((request) => report({ kind: "request", request }));

/** Sends requests to the emulator of the service that the address names; there is no network. */
async function fetchEmulated(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { hostname, origin } = new URL(input instanceof Request ? input.url : input);
  const emulator = emulators[hostname.replace(".example.com", "") as keyof typeof emulators]?.();
  if (emulator === undefined) throw new TypeError(`fetch failed: this page has no server at ${origin}, only those of ${Object.keys(emulators).join(", ")}`);
  return emulator.fetch(input, init);
}

/** Returns a UUID of version 4 (RFC 9562). */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16)).map((byte, index) => (index === 6 ? (byte & 15) | 64 : index === 8 ? (byte & 63) | 128 : byte));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Prepares this worker for a block, which calls `run` with itself. */
export function prepare(modules: { readonly [name: string]: Module }): void {
  // Errors are printed with the names of their classes, which are shorter in the bundle.
  for (const [name, value] of Object.values(modules).flatMap(Object.entries<unknown>))
    if (typeof value === "function") Object.defineProperty(value, "name", { value: name });
  for (const level of ["debug", "dir", "info", "log"] as const) console[level] = (...values: unknown[]) => print("log", format(...values));
  for (const level of ["error", "trace", "warn"] as const) console[level] = (...values: unknown[]) => print("error", format(...values));
  console.table = (value: unknown) => print("log", inspect(value));
  // The worker of a sandboxed frame is no secure context, in which browsers leave this out.
  Object.defineProperty(crypto, "randomUUID", { value: randomUuid });
  const load = (name: string): Module => {
    const module = modules[name];
    if (module === undefined) throw new Error(`this page cannot import ${name}; it has ${Object.keys(modules).join(", ")}`);
    return module;
  };
  const process = { env: ENVIRONMENT, argv: ["node", "example.js"] };
  const run = async (block: Block): Promise<void> => {
    let isFailed = false;
    try {
      await block(load, {}, process, () => void (isShown = true));
    } catch (error) {
      isFailed = true;
      isShown = true;
      print("error", `Uncaught ${inspect(error)}`);
    }
    report({ kind: "end", failed: isFailed });
  };
  addEventListener("unhandledrejection", ({ reason }) => print("error", `Uncaught (in promise) ${inspect(reason)}`));
  Object.assign(globalThis, { fetch: fetchEmulated, run });
}
