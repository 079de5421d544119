import { jsonResponse, recordingFetch } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../src/client.ts";
import type { ClientOptions, Page } from "../../src/index.ts";
import { fakeClock, turn } from "../fake-clock.ts";
import { cursor, linked, live, offset, scim } from "./paginate-support.ts";
import { baseUrl, caught, countedSignal, listOf } from "../support.ts";

const next = (after: unknown): string => `${baseUrl}/v1/things?after=${String(after)}`;
const page = (items: readonly unknown[], after?: unknown): Response =>
  jsonResponse(200, { results: items, ...(after === undefined ? {} : { next: next(after) }) });

type Fetch = ClientOptions["fetch"] & object;
type Pages = AsyncIterableIterator<Page<unknown, unknown>>;
const pagesOf = (operation: Operation, options: { readonly fetch: Fetch } & Partial<ClientOptions>, input?: unknown, signal?: AbortSignal): Pages =>
  listOf(operation, { retry: false, ...options })(input, { signal }).pages() as Pages;

/** A fetch that answers when the test says so; it listens to its signal. */
function heldFetch(): {
  readonly fetch: Fetch;
  readonly asked: {
    readonly url: string;
    readonly signal: AbortSignal;
    readonly answer: (response: Response) => void;
    readonly fail: (error: Error) => void;
  }[];
} {
  const asked: ReturnType<typeof heldFetch>["asked"] = [];
  const fetch: Fetch = (url, { signal }) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      asked.push({ url, signal: signal as AbortSignal, answer: resolve, fail: reject });
    });
  return { fetch, asked };
}

describe("a walk that reads ahead", () => {
  it("requests the next page before it yields this one, and no other until that one is taken", async () => {
    const { fetch, asked } = heldFetch();
    const walk = pagesOf(linked, { fetch });
    const first = walk.next();
    await turn();
    asked[0]?.answer(page([1], "b"));
    expect(await first).toMatchObject({ value: { items: [1] } });
    expect(asked.map(({ url }) => url)).toEqual([`${baseUrl}/v1/things`, next("b")]);
    asked[1]?.answer(page([2], "c"));
    await turn();
    expect(asked.length).toBe(2);
    expect(await walk.next()).toMatchObject({ value: { items: [2] } });
    expect(asked.length).toBe(3);
    await walk.return?.();
  });

  it.each(["break", "return", "throw"])("is left by %s: what was requested ahead is aborted, and nothing is left behind", async (way) => {
    const clock = fakeClock();
    const { signal, listeners } = countedSignal();
    const { fetch, asked } = heldFetch();
    const list = listOf(linked, { fetch, clock })(undefined, { signal });
    const leave = async (): Promise<void> => {
      for await (const _ of list) {
        if (way === "break") break;
        if (way === "return") return;
        throw new Error("own");
      }
    };
    const left = leave().catch((error: unknown) => error);
    await turn();
    asked[0]?.answer(page([1, 2], "b"));
    expect(await left).toEqual(way === "throw" ? new Error("own") : undefined);
    await turn();
    expect([asked.length, asked[1]?.signal.aborted, clock.timers, listeners()]).toEqual([2, true, 0, 0]);
  });

  it("is left while it retries a page ahead: the wait ends", async () => {
    const clock = fakeClock();
    const answers = [page([1], "b"), jsonResponse(503, {})];
    let asked = 0;
    for await (const _ of listOf(linked, { fetch: async () => answers[asked++] as Response, clock })()) {
      await turn();
      expect(clock.timers).toBe(1);
      break;
    }
    await turn();
    expect([clock.timers, asked]).toEqual([0, 2]);
  });

  it("reports a page that failed ahead only when that page is requested", async () => {
    const rejections: unknown[] = [];
    const note = (error: unknown): void => void rejections.push(error);
    process.on("unhandledRejection", note);
    try {
      const fetch = recordingFetch(page([1, 2], "b"), jsonResponse(400, { detail: "no" }));
      const seen: unknown[] = [];
      const error = await caught(
        (async () => {
          for await (const item of listOf(linked, { fetch })()) {
            await turn();
            seen.push(item);
          }
        })(),
      );
      expect([seen, error]).toMatchObject([[1, 2], { status: 400, resumeAt: "b" }]);
      for await (const _ of listOf(linked, { fetch: recordingFetch(page([1], "b"), jsonResponse(400, {})) })()) {
        await turn();
        break;
      }
      await turn();
    } finally {
      process.off("unhandledRejection", note);
    }
    expect(rejections).toEqual([]);
  });

  it("keeps two pages at the most", async () => {
    let made = 0;
    let taken = 0;
    let most = 0;
    const fetch: Fetch = async () => {
      made += 1;
      most = Math.max(most, made - taken);
      return page([made], made === 20 ? undefined : made);
    };
    for await (const _ of pagesOf(linked, { fetch })) {
      taken += 1;
      await turn();
    }
    expect([made, taken, most]).toEqual([20, 20, 2]);
  });
});

describe("an iteration", () => {
  it("may have several items, or pages, requested at once: their order is that of the list", async () => {
    const fetch = (): Fetch => recordingFetch(page([1, 2], "b"), page([], "c"), page([3], "d"), page([4, 5]));
    const items = listOf(linked, { fetch: fetch() })()[Symbol.asyncIterator]();
    const both = await Promise.all(Array.from({ length: 7 }, () => items.next()));
    expect(both.map(({ value }) => value as unknown)).toEqual([1, 2, 3, 4, 5, undefined, undefined]);
    const pages = pagesOf(linked, { fetch: fetch() });
    const all = await Promise.all(Array.from({ length: 5 }, () => pages.next()));
    expect(all.map(({ value, done }) => (done ? "end" : (value as Page<unknown, unknown>).items))).toEqual([[1, 2], [], [3], [4, 5], "end"]);
  });

  it("is over behind an error, and behind its end", async () => {
    const walk = pagesOf(linked, { fetch: recordingFetch(page([1], "b"), jsonResponse(400, {})) });
    await walk.next();
    expect(await caught(walk.next())).toMatchObject({ status: 400 });
    expect([await walk.next(), await walk.next()]).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ]);
  });

  it("that is left while a page is waited for ends that wait", async () => {
    const { fetch, asked } = heldFetch();
    const walk = pagesOf(linked, { fetch });
    const waiting = walk.next();
    await turn();
    expect(await walk.return?.()).toEqual({ done: true, value: undefined });
    expect([await waiting, asked[0]?.signal.aborted]).toEqual([{ done: true, value: undefined }, true]);
  });

  it("listens to its caller's signal once, and only while a page is requested", async () => {
    const { signal, listeners, most } = countedSignal();
    const counts: number[] = [];
    const fetch = recordingFetch(page([1], "b"), page([2], "c"), page([3]));
    for await (const _ of pagesOf(linked, { fetch }, undefined, signal)) {
      await turn();
      counts.push(listeners());
    }
    expect([counts, most()]).toEqual([[0, 0, 0], 1]);
  });
});

describe("the position on an error that ends a walk", () => {
  const failing: Fetch = async () => jsonResponse(500, { detail: "broken" });
  const then =
    (last: () => Response | Promise<Response>): Fetch =>
    async (url) =>
      url === next("b") ? last() : page([1], "b");

  it.each([
    ["a refusal", then(() => jsonResponse(500, {})), "ApiError"],
    ["a broken connection", then(() => Promise.reject(new TypeError("reset"))), "ConnectionError"],
    ["an answer that is no page", then(() => jsonResponse(200, [])), "InvalidResponseError"],
    ["a position that does not lead on", then(() => jsonResponse(200, { results: [], next: "?before=b" })), "PaginationError"],
    ["a position that does not move", then(() => page([2], "b")), "PaginationError"],
  ])("is behind the last page that was returned: %s", async (_what, fetch, name) => {
    const seen: Page<unknown, unknown>[] = [];
    const work = (async () => {
      for await (const one of pagesOf(linked, { fetch })) seen.push(one);
    })();
    expect(await caught(work)).toMatchObject({ name, resumeAt: seen.at(-1)?.resumeAt });
    expect(seen.at(-1)?.resumeAt).toBe("b");
  });

  it("is that of the walk's beginning if no page was returned, and absent at the beginning of the list", async () => {
    expect(await caught(pagesOf(linked, { fetch: failing }, { after: "saved" }).next())).toMatchObject({ resumeAt: "saved" });
    expect(await caught(pagesOf(linked, { fetch: failing }).next())).toMatchObject({ status: 500, resumeAt: undefined });
    expect(await caught(pagesOf(offset, { fetch: failing }).next())).toMatchObject({ resumeAt: 0 });
  });

  it("is that of an array's beginning, of which nothing is returned", async () => {
    const fetch = then(() => jsonResponse(500, {}));
    expect(await caught(listOf(linked, { fetch, retry: false })({ after: "a" }).toArray({ max: 9 }))).toMatchObject({ status: 500, resumeAt: "a" });
    expect(await caught(listOf(linked, { fetch })({ after: "a" }).toArray({ max: 0 }))).toMatchObject({ code: "too-many-items", resumeAt: "a" });
  });

  it("is not shown", async () => {
    const error = await caught(pagesOf(linked, { fetch: failing }, { after: "sentinel-position" }).next());
    expect((error as { readonly resumeAt: unknown }).resumeAt).toBe("sentinel-position");
    for (const shown of [inspect(error, { depth: 9 }), JSON.stringify(error), String(error), Object.keys(error as object).join()])
      expect(shown).not.toMatch(/sentinel|resumeAt/);
  });

  it("is not put on what a caller gave as a reason", async () => {
    const reason = Object.freeze({ own: true });
    const controller = new AbortController();
    const walk = pagesOf(linked, { fetch: then(() => page([2])) }, undefined, controller.signal);
    await walk.next();
    controller.abort(reason);
    expect(await caught(walk.next())).toBe(reason);
  });
});

describe("positions that go round in a circle", () => {
  it.each([1, 2, 3, 7, 50, 127, 128, 129, 300])("of %i are seen, and the walk ends", async (length) => {
    let asked = 0;
    const fetch: Fetch = async () => {
      asked += 1;
      return page([asked], asked % length);
    };
    const work = (async () => {
      for await (const _ of pagesOf(linked, { fetch }));
    })();
    expect(await caught(work)).toMatchObject({ name: "PaginationError", code: "position-repeated" });
    expect(asked).toBeLessThanOrEqual(length < 128 ? length + 2 : 3 * length + 2);
  });

  it("are not seen in a long walk that does not", async () => {
    let asked = 0;
    const fetch: Fetch = async () => page([(asked += 1)], asked === 3000 ? undefined : `p${asked}`);
    expect((await listOf(linked, { fetch })().toArray({ max: 3000 })).length).toBe(3000);
  });
});

describe("a walk from any position", () => {
  /** A service of the style, with pages of the sizes given; a size of 0 is an empty page. */
  const services: { readonly [style: string]: { readonly operation: Operation; readonly serve: (sizes: readonly number[]) => Fetch } } = {
    "next-link": {
      operation: linked,
      serve: (sizes) => async (url) => {
        const index = Number(new URL(url).searchParams.get("after") ?? 0);
        return page(itemsAt(sizes, index), index + 1 < sizes.length ? index + 1 : undefined);
      },
    },
    "next-link-live": {
      operation: live,
      serve: (sizes) => async (url) => {
        const index = Number(new URL(url).searchParams.get("after") ?? 0);
        return page(
          index < sizes.length
            ? itemsAt(
                sizes.map((size) => size + 1),
                index,
              )
            : [],
          Math.min(index + 1, sizes.length),
        );
      },
    },
    "cursor-body": {
      operation: cursor,
      serve:
        (sizes) =>
        async (_url, { body }) => {
          const index = Number((JSON.parse(String(body)) as { cursor?: string }).cursor ?? 0);
          return jsonResponse(200, { items: itemsAt(sizes, index), cursor: String(index + 1), has_more: index + 1 < sizes.length });
        },
    },
    offset: {
      operation: offset,
      serve: (sizes) => {
        const all = sizes.flatMap((_, index) =>
          itemsAt(
            sizes.map((size) => size + 1),
            index,
          ),
        );
        return async (url) => {
          const from = Number(new URL(url).searchParams.get("offset") ?? 0);
          return jsonResponse(200, all.slice(from, from + 3));
        };
      },
    },
    "scim-index": {
      operation: scim,
      serve: (sizes) => {
        const all = sizes.flatMap((_, index) => itemsAt(sizes, index));
        return async (url) => {
          const from = Number(new URL(url).searchParams.get("startIndex") ?? 1) - 1;
          return jsonResponse(200, { totalResults: all.length, Resources: all.slice(from, from + 3) });
        };
      },
    },
  };

  function itemsAt(sizes: readonly number[], index: number): number[] {
    const before = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
    return Array.from({ length: sizes[index] ?? 0 }, (_, at) => before + at);
  }

  it.each(Object.keys(services))("yields the rest of the list: %s", async (style) => {
    const { operation, serve } = services[style] as (typeof services)[string];
    const parameter = Object.values(operation.pagination as object)[
      style === "offset" ? 1 : style === "cursor-body" ? 2 : style === "scim-index" ? 2 : 3
    ] as string;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }), fc.boolean(), async (sizes, readAhead) => {
        const list = listOf<number, unknown>(operation, { fetch: serve(sizes) });
        const pages: Page<number, unknown>[] = [];
        for await (const one of list({}, { readAhead }).pages()) pages.push(one);
        const all = pages.flatMap(({ items }) => items);
        let given = 0;
        for (const { items, resumeAt } of pages) {
          given += items.length;
          // The last page of a list that ends without a position is given again: what it may have gained stands behind what it had.
          const rest = all.slice(
            style === "next-link" && given === all.length && resumeAt === pages.at(-1)?.resumeAt ? all.length - (pages.at(-1)?.items.length ?? 0) : given,
          );
          const input = resumeAt === undefined ? {} : { [parameter]: resumeAt };
          expect(await list(input, { readAhead }).toArray({ max: Infinity })).toEqual(rest);
        }
      }),
      { numRuns: 60 },
    );
  });
});
