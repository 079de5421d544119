import { describe, expect, it } from "vitest";
import { createPieces, type Pieces } from "../../src/lib/node/pieces.ts";
import { caught } from "../support.ts";

function queue(): { readonly pieces: Pieces; readonly flow: string[] } {
  const flow: string[] = [];
  return { pieces: createPieces({ pause: () => flow.push("pause"), resume: () => flow.push("resume") }), flow };
}
const piece = (size: number): Uint8Array => new Uint8Array(size);

describe("the pieces of a body", () => {
  it("come in their order, whether they or the reader are first", async () => {
    const { pieces } = queue();
    const waiting = pieces.read();
    pieces.push(piece(1));
    pieces.push(piece(2));
    pieces.push(piece(3));
    pieces.end();
    expect((await waiting)?.length).toBe(1);
    expect((await pieces.read())?.length).toBe(2);
    expect((await pieces.read())?.length).toBe(3);
    expect(await pieces.read()).toBeUndefined();
    expect(await pieces.read()).toBeUndefined();
  });

  it("end for a reader that waits", async () => {
    const { pieces } = queue();
    const waiting = pieces.read();
    pieces.end();
    expect(await waiting).toBeUndefined();
  });

  it("are given before the failure that came behind them", async () => {
    const { pieces } = queue();
    const failure = new Error("cut off");
    pieces.push(piece(1));
    pieces.fail(failure);
    pieces.end();
    expect((await pieces.read())?.length).toBe(1);
    expect(await caught(pieces.read())).toBe(failure);
  });

  it("fail for a reader that waits", async () => {
    const { pieces } = queue();
    const failure = new Error("cut off");
    const waiting = caught(pieces.read());
    pieces.fail(failure);
    expect(await waiting).toBe(failure);
  });

  it("pause the sender once when enough wait, and let it go on when all have been read and more is wanted", async () => {
    const { pieces, flow } = queue();
    pieces.push(piece(65_535));
    expect(flow).toEqual([]);
    pieces.push(piece(1));
    pieces.push(piece(1));
    expect(flow).toEqual(["pause"]);
    for (let read = 0; read < 3; read += 1) await pieces.read();
    expect(flow).toEqual(["pause"]);
    const waiting = pieces.read();
    expect(flow).toEqual(["pause", "resume"]);
    pieces.push(piece(7));
    expect((await waiting)?.length).toBe(7);
  });
});
