import { join } from "node:path";
import { withVectorFolder } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { ecsProblems, readEcsFields } from "./ecs-fields.ts";
import { ocsfProblems } from "./ocsf-problems.ts";
import { OcsfSchema } from "./ocsf-schema.ts";
import { sampleStreams } from "./sample-events.ts";

const streams = await sampleStreams();

withVectorFolder((folder) => {
  describe.each(streams)("the events of $name, by the published schemas", ({ events, ecs, ocsf }) => {
    it("are valid in OCSF, in each combination of the contract's values", () => {
      const schema = new OcsfSchema(join(folder, "ocsf"));
      expect(problemsOf(events, (event) => ocsfProblems(schema, { ...ocsf.convert(event).event }))).toEqual([]);
    });

    it("are valid in ECS, in each combination of the contract's values", () => {
      const fields = readEcsFields(join(folder, "ecs/fields.csv"));
      expect(problemsOf(events, (event) => ecsProblems(fields, { ...ecs.convert(event).event }))).toEqual([]);
    });
  });
});

describe.each(streams)("the events of $name", ({ events, ecs, ocsf }) => {
  it("carry the event of the service", () => {
    const lost = events.filter((event) => {
      const raw = JSON.stringify(event);
      return ecs.convert(event).event.event.original !== raw || ocsf.convert(event).event.raw_data !== raw;
    });
    expect(lost).toEqual([]);
  });

  it("have unknown values if the contract does not have them, and only then", () => {
    const wrong = events.filter((event) => {
      const isLater = Object.entries(event).some(([name, value]) => ["action", "object_type", "category"].includes(name) && value === "laterword");
      return (
        ocsf.convert(event).unknown.filter((pointer) => !pointer.endsWith("user_type")).length > 0 !== isLater ||
        ecs.convert(event).unknown.length > 0 !== isLater
      );
    });
    expect(wrong).toEqual([]);
  });
});

/** The problems of all events, each once, with the first event that has it. */
function problemsOf(events: readonly object[], check: (event: object) => readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const event of events) for (const problem of check(event)) if (!found.has(problem)) found.set(problem, `${problem}: ${JSON.stringify(event)}`);
  return [...found.values()];
}
