import { inspect } from "node:util";
import { PIECES } from "./sentinels.ts";

const MAX_CAUSES = 8;

/** Looks for sentinels in everything that a run shows. */
export interface Evidence {
  /** How many texts were looked at. */
  readonly looked: number;
  /** Where a sentinel was found, and which one: never its value. */
  readonly hits: readonly string[];
  /** @param where Where the text was shown, for people. */
  lookAtText(where: string, text: string): void;
  /** Looks at a value in each form in which it could be logged. */
  lookAtValue(where: string, value: unknown): void;
  /** Looks at an error as a value, at its stack and excerpt, and at its causes. */
  lookAtError(where: string, error: unknown): void;
  /** Takes over what another process has looked at. */
  adopt(other: { readonly looked: number; readonly hits: readonly string[] }): void;
}

/** Makes an {@link Evidence} that has seen nothing. */
export function createEvidence(): Evidence {
  const known = new Set<string>();
  const hits: string[] = [];
  let looked = 0;

  const lookAtText = (where: string, text: string): void => {
    looked += 1;
    // Many errors differ in nothing but the port of their server.
    const same = text.replaceAll(/127\.0\.0\.1:\d+/g, "").toLowerCase();
    if (known.has(same)) return;
    known.add(same);
    for (const name of new Set(PIECES.filter(([piece]) => same.includes(piece)).map(([, sentinel]) => sentinel))) hits.push(`${where} shows ${name}`);
  };
  const lookAtValue = (where: string, value: unknown): void => {
    for (const [form, show] of Object.entries(FORMS)) lookAtText(`${form} of ${where}`, show(value));
  };
  return {
    get looked() {
      return looked;
    },
    hits,
    lookAtText,
    lookAtValue,
    lookAtError(where, error) {
      let current = error;
      for (let depth = 0; depth < MAX_CAUSES && current !== undefined; depth += 1) {
        const place = depth === 0 ? where : `cause ${depth} of ${where}`;
        lookAtValue(place, current);
        if (!(current instanceof Error)) return;
        lookAtText(`the stack of ${place}`, current.stack ?? "");
        lookAtText(`the excerpt of ${place}`, String((current as { readonly excerpt?: unknown }).excerpt));
        current = current.cause;
      }
    },
    adopt(other) {
      looked += other.looked;
      hits.push(...other.hits);
    },
  };
}

const FORMS: { readonly [name: string]: (value: unknown) => string } = {
  inspect: (value) => inspect(value),
  "deep inspect": (value) => inspect(value, { depth: Infinity, getters: true }),
  JSON: (value) => String(JSON.stringify(value)),
  String: (value) => String(value),
};

/** Looks at everything that this process prints from now on. */
export function lookAtOutput(evidence: Evidence): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...parameters: readonly unknown[]) => boolean;
    stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      evidence.lookAtText("the output", typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      return write(chunk, ...rest);
    };
  }
}
