import { channel } from "node:diagnostics_channel";
import type { ClientEvent, Observer } from "../client-events.ts";

/** The channel of each type of {@link ClientEvent}, by its `type`. A subscriber gets the event. */
export const CHANNELS: { readonly [Type in ClientEvent["type"]]: `keywright:${Type}` } = {
  "call-start": "keywright:call-start",
  "token-start": "keywright:token-start",
  token: "keywright:token",
  "attempt-start": "keywright:attempt-start",
  attempt: "keywright:attempt",
  retry: "keywright:retry",
  call: "keywright:call",
};

/**
 * Returns a function that publishes the events of a client on the channels of {@link CHANNELS}.
 *
 * A call that begins while no channel has a subscriber costs nothing, because no events are made.
 *
 * @returns A value for the option `onEvent` of a client.
 * @see https://nodejs.org/api/diagnostics_channel.html
 */
export function publishEvents(): Observer {
  // Kept with the client: without references, a channel may be collected with its subscribers.
  const channels = new Map(Object.entries(CHANNELS).map(([type, name]) => [type, channel(name)]));
  const all = [...channels.values()];
  const publish = (event: ClientEvent): void => channels.get(event.type)?.publish(event);
  return Object.assign(publish, { isListening: () => all.some(({ hasSubscribers }) => hasSubscribers) });
}
