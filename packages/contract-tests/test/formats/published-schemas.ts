import { join } from "node:path";
import { ecsProblems, readEcsFields } from "./ecs-fields.ts";
import { ocsfProblems } from "./ocsf-problems.ts";
import { OcsfSchema } from "./ocsf-schema.ts";
import type { Stream } from "./sample-events.ts";

/** Returns a function that judges an event in both formats by the published schemas, which share no code with the conversion. */
export function readSchemas(folder: string): (stream: Stream, event: object) => readonly string[] {
  const schema = new OcsfSchema(join(folder, "ocsf"));
  const fields = readEcsFields(join(folder, "ecs/fields.csv"));
  return ({ ecs, ocsf }, event) => [...ocsfProblems(schema, { ...ocsf.convert(event).event }), ...ecsProblems(fields, { ...ecs.convert(event).event })];
}
