import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { startChild } from "../src/lib/process/child.ts";
import { createMasker, findersOf } from "../src/lib/masking/masker.ts";
import { patternsOf } from "../src/lib/masking/patterns.ts";

describe("a child", () => {
  it("is not over before a slow reader has all of its output", async () => {
    let taken = "";
    const waiting: (() => void)[] = [];
    const target = new Writable({
      write(chunk, _encoding, done) {
        waiting.push(() => {
          taken += String(chunk);
          done();
        });
      },
    });
    const outputs = {
      stdout: target,
      stderr: new PassThrough(),
      masker: () => createMasker(findersOf(() => patternsOf(["END OF ALL"]))),
      refresh: async () => {},
    };
    const child = startChild(process.execPath, ["-e", "process.stdout.write('all of it, to the END')"], { PATH: process.env["PATH"] }, outputs);
    const progress = { isWritten: false };
    void child.written.then(() => (progress.isWritten = true));
    expect(await child.exited).toEqual({ code: 0 });
    while (!progress.isWritten) {
      await new Promise((resolve) => setImmediate(resolve));
      waiting.shift()?.();
    }
    expect(taken).toBe("all of it, to the END");
  });
});
