import type { Behaviour } from "./exchange.ts";
import { head, JSON_TYPE, type Message } from "./message.ts";

/** Returns a behavior that sends the beginning of a response and then nothing. */
export function stalls(behind: "nothing" | "status line" | "headers" | "half the body", body = "[]", always: NonNullable<Message["headers"]> = []): Behaviour {
  const wholeHead = head(200, [JSON_TYPE, ...always, ["content-length", String(body.length)]]);
  const sent = {
    nothing: "",
    "status line": "HTTP/1.1 200 OK\r\n",
    headers: wholeHead,
    "half the body": wholeHead + body.slice(0, Math.floor(body.length / 2)),
  }[behind];
  return async ({ write, gone }) => {
    if (sent !== "") await write(sent);
    await gone();
  };
}
