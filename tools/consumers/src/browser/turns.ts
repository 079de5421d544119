// A page has no `setImmediate`, and lets a chain of `setTimeout` wait for 4 ms each time: tests with a clock of their own, which take some turns of the event loop
// for each step, would run for minutes.
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
