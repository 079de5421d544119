import { describe, expect, it } from "vitest";
import { sinkRules } from "../src/sink-rules.ts";
import { s3Trial } from "./s3-trial.ts";

describe("events in S3", () => {
  for (const { rule, check } of sinkRules({ once: "by-position", ordered: true }))
    it(rule, async () => {
      expect(await check(s3Trial)).toMatchObject({ lost: 0, doubled: 0 });
    });
});
