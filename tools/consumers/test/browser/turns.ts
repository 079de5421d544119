// A page has no `setImmediate`, and delays chained `setTimeout` calls by 4 ms each. Tests with a manual clock take several turns of the event loop
// per step, so they would run for minutes.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener("message", () => waiting.shift()?.());
channel.port1.start();

Object.assign(globalThis, {
  setImmediate(callback: () => void): void {
    waiting.push(callback);
    channel.port2.postMessage(undefined);
  },
});
