import { readCommandLine } from "@keywright/tool-test-kit/command";
import * as fc from "fast-check";
import { alikeOpposites } from "./opposites.ts";
import { readSchemas } from "./published-schemas.ts";
import { sampleStreams } from "./sample-events.ts";
import { runDetections } from "../../../tail/test/detections/detections.ts";

const USAGE = `Usage: npx pnpm test formats [--events N]
  Judges events in OCSF and ECS by the published schemas in the folder of CONFORMANCE_VECTORS, compares opposites, runs the detections on Postgres, and checks their rules of Sigma.
  --events  how many events of each stream have properties left out or of another type. Default: 2000`;

/** The formats that each event is converted to. */
const FORMS = 2;

const { events: wanted } = readCommandLine(USAGE, { events: { type: "string", default: "2000" } }).values;
const folder = process.env["CONFORMANCE_VECTORS"] ?? "";
const invalid = new Map<string, object>();
let judged = 0;
let wrong = 0;
if (folder === "") console.log("CONFORMANCE_VECTORS names no folder: no event is judged by the published schemas");
else {
  const problemsOf = readSchemas(folder);
  for (const stream of await sampleStreams())
    for (const event of [...stream.events, ...fc.sample(stream.any, { numRuns: Number(wanted), seed: 37 })]) {
      const problems = problemsOf(stream, event);
      judged += 1;
      if (problems.length > 0) wrong += 1;
      for (const problem of problems) if (!invalid.has(problem)) invalid.set(problem, event);
    }
}
for (const [problem, event] of invalid)
  console.log(`invalid: ${problem}: ${JSON.stringify(event, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value))}`);
const alike = alikeOpposites();
for (const pair of alike) console.log(`alike: ${pair}`);
const detections = await runDetections();
const failed = detections.filter(({ found, expected }) => found.join(" ") !== expected.join(" "));
for (const { name, found, expected } of failed) console.log(`detection ${name}: expected ${expected.join(", ")}; found ${found.join(", ")}`);
const broken = detections.filter(({ problems }) => problems.length > 0);
for (const { name, problems } of broken) for (const problem of problems) console.log(`${name}.yml: ${problem}`);
const matched = `${detections.length - failed.length} detections matched, ${detections.length - broken.length} of them by Sigma`;
console.log(`${judged} events in ${FORMS} forms, ${wrong} invalid, ${alike.length} opposites alike, ${matched}`);
process.exitCode = wrong + alike.length + failed.length + broken.length > 0 ? 1 : 0;
