// Answers each request with one page of an endless list, and counts the requests in shared memory, for a thread that is too busy to be told.
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const asked = new Int32Array(workerData);
const server = createServer((request, response) => {
  const page = Atomics.add(asked, 0, 1) + 1;
  request.resume();
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ results: [page], next: `/v1/things?after=${page}` }));
});
server.listen(0, "127.0.0.1", () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort.postMessage(server.address().port);
});
