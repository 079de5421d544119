/**
 * Passes an event to an observer. Its error, or the rejection of its promise, must not fail what it
 * observes.
 *
 * @param onError Receives the error. @default it is ignored
 */
export function notify<Event>(observer: ((event: Event) => unknown) | undefined, event: Event, onError: (error: unknown) => void = () => {}): void {
  try {
    (observer?.(event) as Promise<unknown> | undefined)?.catch?.(onError);
  } catch (error) {
    onError(error);
  }
}
