import { type Area, documentOf, jsonResponse, operation, responseWith, text } from "./feature.ts";

const job = { type: "object", required: ["id", "state"], properties: { id: text, state: text } };
const jobAnswer = responseWith("application/json", job, { id: "a", state: "done" });
const id = { name: "id", in: "path", required: true, description: "One.", schema: text, example: "a" };
const jobs = { "/jobs/{id}": { get: operation("getJob", "get", { parameters: [id], responses: { "200": jobAnswer, "400": { description: "Wrong." } } }) } };
const changes = {
  "/jobs/{id}": { post: operation("changeJob", "post", { parameters: [id], responses: { "200": jobAnswer, "400": { description: "Wrong." } } }) },
};
const polled = (poll: object, members: object = {}, paths: object = jobs): object =>
  documentOf({ method: "post", operation: { "x-poll": poll, responses: { "202": jobAnswer, "400": { description: "Wrong." } }, ...members }, paths });
const pollOfJob = { operation: "getJob", input: { id: "/id" }, state: "/state", done: ["done"] };

/** Responses that are asked for until they are done. */
export const polls: Area["features"] = [
  {
    what: "a poll by state",
    shows: "202 and a result that is polled (`x-poll`)",
    document: polled(pollOfJob),
    verdict: { response: jsonResponse({ id: "a", state: "done" }, { status: 202 }), sent: "POST /things" },
  },
  {
    what: "a poll of an operation that is not there",
    shows: "an `x-poll` without an end",
    document: polled({ operation: "getJobs" }),
    verdict: { at: '→"x-poll"', because: /has the unknown operation getJobs/ },
  },
  {
    what: "a poll by a write, which would be sent again and again",
    document: polled({ ...pollOfJob, operation: "changeJob" }, {}, changes),
    verdict: { at: '→"x-poll"', because: /has the operation changeJob, which is a POST/ },
  },
  {
    what: "a poll without a state",
    document: polled({ operation: "getJob", input: { id: "/id" } }),
    verdict: { at: '→"x-poll"', because: /has no state, and getJob has no 202 response/ },
  },
  {
    what: "a poll without an address",
    document: polled({ operation: "getJob", state: "/state", done: ["done"] }),
    verdict: { at: '→"x-poll"', because: /has no input, and no response documents a Location header to poll/ },
  },
  {
    what: "a poll after several successful responses",
    document: polled(pollOfJob, { responses: { "200": jobAnswer, "202": jobAnswer, "400": { description: "Wrong." } } }),
    verdict: { at: '→"x-poll"', because: /is on an operation with 2 successful responses/ },
  },
  {
    what: "a poll of an operation on another server",
    document: polled(pollOfJob, { servers: [{ url: "https://jobs.invalid", "x-name": "jobs" }] }),
    verdict: { at: '→"x-poll"', because: /has the operation getJob of another server/ },
  },
  {
    what: "a poll with a member that nothing reads",
    document: polled({ ...pollOfJob, until: "done" }),
    verdict: { at: '"x-poll": →{', because: /x-poll has operation, input, state, done, failed.* got a wrong or missing until/ },
  },
];
