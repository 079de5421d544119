import { SinkError } from "../sink-error.ts";

// The names of the errors of `@nats-io/nats-core` and `@nats-io/jetstream` that a working cluster ends: no leader, no connection, no response.
const LOST = /^(TimeoutError|NoRespondersError|RequestError|ConnectionError|ClosedConnectionError|DrainingConnectionError|JetStreamNotEnabled)$/;

// Error codes of the NATS server: message size exceeds the limit of the stream. Stream full (it discards new messages), and no storage left: a retry works when old messages have gone.
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
