import type { Mutant } from "../bundle.ts";

const SINK = "tail/src/lib/file-sink.ts";
const OUTPUT = "tail/src/lib/output-file.ts";

/** Faults of `keywright-tail`. */
export const tailMutants: readonly Mutant[] = [
  { id: "output-not-synced", file: SINK, from: "await file.datasync();", to: "" },
  { id: "output-name-not-synced", file: OUTPUT, from: "await syncFolder(dirname(place));", to: "void syncFolder;" },
  { id: "torn-line-stays", file: OUTPUT, from: "await cutTornLine(path, option, file);", to: "void cutTornLine;" },
  { id: "output-failure-ignored", file: SINK, from: "await file.appendFile(text);", to: "await file.appendFile(text).catch(() => {});" },
  { id: "removed-output-written", file: SINK, from: "if ((await file.stat()).nlink === 0) throw", to: "if ((await file.stat()).nlink < 0) throw" },
  { id: "write-not-awaited", file: "tail/src/lib/tail-stream.ts", from: "await sink.write(", to: "void sink.write(" },
  {
    id: "page-skipped-before-set-aside",
    file: "core/src/lib/feed/create-feed.ts",
    from: "await options.onBadPage?.(bad);",
    to: "void Promise.resolve(options.onBadPage?.(bad)).catch(() => {});",
  },
  { id: "output-left-open", file: SINK, from: "await opened?.file.close();", to: "" },
];
