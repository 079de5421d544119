import type { Input } from "./check-input.ts";
import { describeSecret, refuseInput } from "./refuse-input.ts";

/** How calls with a client id and its secret are checked and signed (RFC 7617). */
export interface BasicCredentials {
  /** @throws ArgumentError where one of the two cannot be sent. */
  readonly check: (operationId: string, input: Input) => void;
  /** Gives the value of the `Authorization` header. */
  readonly sign: (input: Input) => string;
}

// RFC 7617 §2: neither part holds a control character, such as the line break at the end of a file.
const CONTROL = /\p{Cc}/u;

/** The part of clients with operations of the security scheme `basic`: their inputs have `clientId` and `clientSecret`. */
export const basicCredentials: BasicCredentials = {
  check(operationId, input) {
    for (const name of ["clientId", "clientSecret"]) {
      const value = input[name];
      if (typeof value !== "string" || value === "") refuseInput(operationId, name, "must be a string that is not empty", value, describeSecret(value));
      if (CONTROL.test(value)) refuseInput(operationId, name, "must not hold control characters, such as a line break at its end", value);
      // RFC 7617 §2: the first colon ends the user-id, so that it cannot hold one.
      if (name === "clientId" && value.includes(":")) refuseInput(operationId, name, "must not hold a colon", value);
    }
  },
  // RFC 7617 §2: user-id, a colon and the password, in UTF-8, as Base64.
  sign({ clientId, clientSecret }) {
    const bytes = new TextEncoder().encode(`${clientId as string}:${clientSecret as string}`);
    return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
  },
};
