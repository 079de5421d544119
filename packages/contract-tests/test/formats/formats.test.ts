import { withVectorFolder } from "@keywright/tool-test-kit/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alikeOpposites } from "./opposites.ts";
import { readSchemas } from "./published-schemas.ts";
import { sampleStreams } from "./sample-events.ts";

const streams = await sampleStreams();

withVectorFolder((folder) => {
  const problemsOf = readSchemas(folder);

  describe.each(streams)("the events of $name, by the published schemas", (stream) => {
    it("are valid in each combination of the contract's values", () => {
      const found = new Map(stream.events.flatMap((event) => problemsOf(stream, event).map((problem) => [problem, `${problem}: ${JSON.stringify(event)}`])));
      expect([...found.values()]).toEqual([]);
    });

    it("are valid with any property left out or of another type", () => {
      fc.assert(
        fc.property(stream.any, (event) => void expect(problemsOf(stream, event)).toEqual([])),
        { numRuns: 500, seed: 37 },
      );
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
      const later = Object.entries(event).filter(
        ([name, value]) => ["action", "object_type", "category", "type", "eventType"].includes(name) && value === "laterword",
      );
      return [ecs, ocsf].some((format) => {
        const unknown = new Set(format.convert(event).unknown.filter((pointer) => !pointer.endsWith("user_type")));
        // ECS has nothing but an outcome for the category, and OCSF has no general value of a type.
        return later.length > 0 !== unknown.size > 0;
      });
    });
    expect(wrong).toEqual([]);
  });
});

it("has a type of its own for each of two opposites of the contract, for each kind of object", () => {
  expect(alikeOpposites()).toEqual([]);
});
