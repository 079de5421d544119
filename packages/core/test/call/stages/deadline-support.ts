import type { FakeClock } from "../../fake-clock.ts";
import { caught } from "../../support.ts";

export const listening = (_url: string, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new DOMException("This operation was aborted", "AbortError"))));

/** A `fetch` that never answers, whatever happens. */
export const deaf = (): Promise<Response> => new Promise(() => {});

export function watch(clock: FakeClock, work: Promise<unknown>): { readonly ended: { error: unknown; at: number } | undefined } {
  const begin = clock.now();
  const seen: { ended: { error: unknown; at: number } | undefined } = { ended: undefined };
  caught(work).then(
    (error) => void (seen.ended = { error, at: clock.now() - begin }),
    () => {},
  );
  return seen;
}
