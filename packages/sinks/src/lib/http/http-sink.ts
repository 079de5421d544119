import type { ClientOptions, Middleware } from "@keywright/core";
import { platformClock, type Rules } from "@keywright/core/client";
import { checkSinkOptions, type PartedSinkOptions, partedSink } from "../create-sink.ts";
import { HEADERS, REQUEST_RULES } from "../option-rules.ts";
import type { Part, Sink } from "../sink.ts";
import { createPost, lowerCased } from "./post.ts";
import { createSignature, digestOf, SIGNING_SECRET } from "./signature.ts";

/** The options of {@link httpSink}. */
export interface HttpSinkOptions<Event> extends PartedSinkOptions<Event>, Pick<ClientOptions, "fetch" | "transport" | "allowInsecureHttp"> {
  /** Where the events are sent by POST. `https`, or `http` to this machine. */
  readonly url: string;
  /** `application/x-ndjson` with a line per event, or a `json` array. @default "ndjson" */
  readonly format?: "ndjson" | "json" | undefined;
  /** Headers for each request, such as `authorization`. @default none */
  readonly headers?: { readonly [name: string]: string } | undefined;
  /**
   * A secret that the receiver knows: `whsec_` and 24 to 64 random bytes in base64. It signs each
   * request (Standard Webhooks): `webhook-id`, `webhook-timestamp` and `webhook-signature`.
   *
   * @default none
   */
  readonly signingSecret?: string | undefined;
}

const RULES: Rules = {
  url: [(value) => typeof value === "string", "a whole address, such as https://collector.example.com/events", { isNeeded: true }],
  ...REQUEST_RULES,
  format: [(value) => value === "ndjson" || value === "json", '"ndjson" or "json"'],
  headers: HEADERS,
  signingSecret: [
    (value) => typeof value === "string" && SIGNING_SECRET.test(value),
    "whsec_ and 24 to 64 bytes in base64, as Standard Webhooks defines",
    { isSecret: true },
  ],
};

/**
 * Returns a sink that sends events to an address, at least once. All attempts of a request have the
 * same `idempotency-key`, by which a receiver can ignore the later ones.
 *
 * 2xx means stored. 400, 413 and 422 make a dead letter of the event that causes them. 408, 429 and
 * 5xx are retried; so are a redirect and a login page once the address has worked. Any other status
 * fails the batch.
 *
 * @throws ConfigurationError if an option is invalid.
 */
export function httpSink<Event>(options: HttpSinkOptions<Event>): Sink<Event> {
  checkSinkOptions("httpSink", options, RULES, "stream, idOf and url");
  const { url, format = "ndjson", headers, signingSecret, clock = platformClock } = options;
  const signature = signingSecret === undefined ? undefined : createSignature(signingSecret);

  // Each attempt has a time of its own, because a receiver rejects old ones.
  const sign: Middleware = async (request, next) => {
    const signed = await signature?.(request.headers["idempotency-key"] ?? "", String(request.body), clock.wallNow());
    return next({ ...request, headers: { ...request.headers, ...lowerCased(headers), ...signed } });
  };
  const post = createPost({ url, mediaType: format === "json" ? "application/json" : "application/x-ndjson", response: "none", sign }, options);

  return partedSink(
    {
      async write(part, { signal }) {
        const lines = part.records.map(({ json }) => json);
        const body = format === "json" ? `[${lines.join(",")}]` : `${lines.join("\n")}\n`;
        await post({ body, headers: { "idempotency-key": await keyOf(part) }, signal });
      },
    },
    options,
  );
}

/** The same for the same events at a position, as a digest because a position may be a secret. */
function keyOf({ stream, position, records }: Part<unknown>): Promise<string> {
  return digestOf(JSON.stringify([stream, "cursor" in position ? position.cursor : position.since, ...records.map(({ id }) => id)]));
}
