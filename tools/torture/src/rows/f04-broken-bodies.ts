import type { Cut } from "../server/cut.ts";
import type { Row } from "../row.ts";
import { runCutWalks } from "./cut-walks.ts";

const CUTS: readonly Cut[] = ["length, FIN", "length, RST", "chunk, FIN", "broken chunk"];

/** The body breaks off, and the transport can tell. */
export const brokenBodies: Row = {
  id: "F4",
  fault: "half a body, then FIN, RST, a cut or a broken chunk",
  run: (bench) => runCutWalks(bench, CUTS),
};
