import type { Behaviour } from "./exchange.ts";
import { JSON_TYPE, type Message, message } from "./message.ts";

/** Answers with a message; the connection stays open unless the message itself ends with it. A refusal (4xx) says that the server has not acted. */
export function answers(whole: Message): Behaviour {
  const bytes = message(whole);
  const { status = 200, framing } = whole;
  return Object.assign(
    async ({ write, finish }: Parameters<Behaviour>[0]) => {
      await write(bytes);
      if (framing === "close") finish();
    },
    { acts: status < 400 || status >= 500 },
  );
}

/** Answers with JSON. */
export function answersJson(body: unknown, status = 200, headers: Message["headers"] = []): Behaviour {
  return answers({ status, headers: [JSON_TYPE, ...headers], body: JSON.stringify(body) });
}

/** Sends bytes as they are, then keeps the connection or ends it. */
export function sends(bytes: string | Uint8Array, then: "keep" | "finish" | "reset" = "keep"): Behaviour {
  return async ({ write, wait, finish, reset }) => {
    await write(bytes);
    if (then === "finish") finish();
    if (then !== "reset") return;
    // The client is to have read what was sent: a reset overtakes it otherwise.
    await wait(5);
    reset();
  };
}

/** Ends the connection without an answer. */
export function hangsUp(how: "finish" | "reset"): Behaviour {
  return ({ finish, reset }) => (how === "finish" ? finish() : reset());
}

/** Redirects. */
export function redirects(status: number, location: string): Behaviour {
  return answers({
    status,
    headers: [
      ["location", location],
      ["content-type", "text/plain"],
    ],
    body: "elsewhere",
  });
}
