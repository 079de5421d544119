/** A request of a block to an emulator. Its token is masked. */
export interface SentRequest {
  readonly method: string;
  readonly address: string;
  /** The first characters of the token, and `…`. */
  readonly token: string | undefined;
  /** `undefined` if the connection closed without a response. */
  readonly status: number | undefined;
  /** 2 for the first retry. */
  readonly attempt: number;
}

/** What a block did, as its worker reports it to the page. */
export type RunMessage =
  | { readonly kind: "output"; readonly level: "log" | "error"; readonly text: string }
  | { readonly kind: "request"; readonly request: SentRequest }
  | { readonly kind: "end"; readonly failed: boolean };

/** A request as a line. */
export function lineOf({ method, address, token, status, attempt }: SentRequest): string {
  const words = [
    method,
    address,
    status === undefined ? "no response" : `→ ${status}`,
    attempt > 1 ? `(attempt ${attempt})` : "",
    token === undefined ? "" : `token ${token}`,
  ];
  return words.filter(Boolean).join(" ");
}
