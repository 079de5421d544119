interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly handler: () => void;
}

const waitingOn = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls back when a signal fires, at once where it already has.
 *
 * A signal has one real listener however many calls wait for it: one that lives as long as its program would otherwise gather thousands.
 *
 * @returns Takes the callback off again; the real listener goes with the last one.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal === undefined) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const { callbacks, handler } = waitingOn.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener("abort", handler);
    waitingOn.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const handler = (): void => {
    for (const callback of callbacks) callback();
  };
  const waiting = { callbacks, handler };
  waitingOn.set(signal, waiting);
  signal.addEventListener("abort", handler, { once: true });
  return waiting;
}
