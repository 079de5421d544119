import type { Behaviour } from "./exchange.ts";
import { JSON_TYPE, type Message, message } from "./message.ts";

/** Sends a response, and keeps the connection unless its end is the body's. 4xx: not processed. */
export function sendsMessage(whole: Message): Behaviour {
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

/** Returns a behavior that sends a JSON response. */
export function sendsJson(body: unknown, status = 200, headers: Message["headers"] = []): Behaviour {
  return sendsMessage({ status, headers: [JSON_TYPE, ...headers], body: JSON.stringify(body) });
}

/** Returns a behavior that sends bytes unchanged, then keeps the connection or ends it. */
export function sends(bytes: string | Uint8Array, then: "keep" | "finish" | "reset" = "keep"): Behaviour {
  return async ({ write, wait, finish, reset }) => {
    await write(bytes);
    if (then === "finish") finish();
    if (then !== "reset") return;
    // Without the wait, the reset would overtake the bytes.
    await wait(5);
    reset();
  };
}

/** Returns a behavior that ends the connection without a response. */
export function hangsUp(how: "finish" | "reset"): Behaviour {
  return ({ finish, reset }) => (how === "finish" ? finish() : reset());
}
