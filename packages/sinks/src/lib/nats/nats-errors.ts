import { SinkError } from "../sink-error.ts";

// Errors of `@nats-io/nats-core` and `@nats-io/jetstream` that a working cluster ends.
const LOST = /^(TimeoutError|NoRespondersError|RequestError|ConnectionError|ClosedConnectionError|DrainingConnectionError|JetStreamNotEnabled)$/;

// Codes of the NATS server: message too large; stream or storage full, until old messages go.
const TOO_LARGE = 10_054;
const FULL: readonly unknown[] = [10_077, 10_023, 10_047];

/** Says what the sink does after the error of a publish. */
export function natsError(error: unknown): unknown {
  const { name, message, code, status }: { readonly name?: unknown; readonly message?: unknown; readonly code?: unknown; readonly status?: unknown } =
    Object(error);
  if (code === TOO_LARGE || /max_payload/i.test(String(message)))
    return new SinkError("rejected", "NATS rejects the event, because it is too large", { cause: error });
  if (FULL.includes(code) || status === 503 || LOST.test(String(name)))
    return new SinkError("unavailable", `NATS cannot take events now (${String(name)})`, { cause: error });
  return error;
}

/** Whether nothing listens to a subject: no stream has it, or its stream has no leader. */
export function hasNoResponder({ cause }: SinkError): boolean {
  const { name, status }: { readonly name?: unknown; readonly status?: unknown } = Object(cause);
  return status === 503 || /^(NoRespondersError|RequestError|JetStreamNotEnabled)$/.test(String(name));
}
