import type { Fault } from "../fault.ts";

const SINK = "tail/src/lib/file-sink.ts";
const OUTPUT = "tail/src/lib/output-file.ts";
const STREAM = "tail/src/lib/tail-stream.ts";
const SINCE = "tail/src/lib/since.ts";
const EXIT = "tail/src/lib/exit.ts";
const JSON_TEXT = "tail/src/lib/json-text.ts";
const WITH_OUTPUT = "tail/src/lib/with-output.ts";

export const tailFaults: readonly Fault[] = [
  {
    id: "tail-output-not-synced",
    tests: ["output-sync"],
    file: SINK,
    from: "await file.datasync();",
    to: "",
    loss: "A power cut takes lines whose position is saved: their events are lost.",
  },
  {
    id: "tail-removed-output-written",
    file: SINK,
    from: "if ((await file.stat()).nlink === 0) throw",
    to: "if ((await file.stat()).nlink < 0) throw",
    loss: "Lines that were written to a removed file count as kept.",
  },
  {
    id: "tail-write-not-awaited",
    tests: ["run"],
    file: STREAM,
    from: "await sink.write(",
    to: "void sink.write(",
    loss: "A position is saved before its lines are written.",
  },
  {
    id: "tail-rest-of-page-committed",
    tests: ["run"],
    file: STREAM,
    from: "if (wanted.length < events.length) throw LIMIT_REACHED;",
    to: "if (wanted.length < events.length) enough.abort();",
    loss: "With --max-events the rest of the last page is skipped by the next start.",
  },
  {
    id: "tail-limit-waits-for-more",
    tests: ["run"],
    file: STREAM,
    from: "if (left === 0) enough.abort();",
    to: "if (left < 0) enough.abort();",
    loss: "With --max-events the command waits for an event more before it ends.",
  },
  {
    id: "tail-whole-line-cut",
    file: OUTPUT,
    from: "begin + lineEnd + 1;",
    to: "begin + lineEnd;",
    loss: "The end of the last whole line is cut off, or the start is refused.",
  },
  {
    id: "tail-rotation-missed",
    tests: ["output-file", "run"],
    file: OUTPUT,
    from: "return named?.ino === opened.ino && named.dev === opened.dev;",
    to: "return named !== undefined && opened.ino !== 0n;",
    loss: "After a rotation the lines go on into the renamed file.",
  },
  {
    id: "tail-mode-of-present-file",
    file: OUTPUT,
    from: "if (!isThere && mode !== undefined)",
    to: "if (mode !== undefined)",
    loss: "The mode of a file that is there is changed.",
  },
  {
    id: "tail-cursor-refused-exit-code",
    tests: ["run"],
    file: EXIT,
    from: "return [\n      4,",
    to: "return [\n      1,",
    loss: "A script cannot tell a refused position from any other failure.",
  },
  {
    id: "tail-closed-pipe-fails",
    tests: ["run", "process"],
    file: EXIT,
    from: 'error.code === "EPIPE"',
    to: 'error.code === "ECONNRESET"',
    loss: "`keywright-tail … | head` ends with an error.",
  },
  {
    id: "tail-since-in-local-time",
    file: SINCE,
    from: '.padEnd(3, "0")}${offset}:${offsetMinute}`);',
    to: '.padEnd(3, "0")}${offset === "+00" && offsetMinute === "00" ? "" : `${offset}:${offsetMinute}`}`);',
    loss: "A --since without an offset means another time on another machine.",
  },
  {
    id: "tail-since-in-future",
    file: SINCE,
    from: "if (at > now) throw",
    to: "if (at > now + 86_400_000) throw",
    loss: "A --since of tomorrow waits for a day without a word.",
  },
  {
    id: "tail-stream-property-twice",
    file: "tail/src/lib/event-line.ts",
    from: 'while (Object.hasOwn(event, free)) free += "_";',
    to: 'if (Object.hasOwn(event, `${free}_`)) free += "_";',
    loss: "A line has a property twice, and a reader drops one of them.",
  },
  {
    id: "tail-escaped-quote",
    tests: ["event-line"],
    file: JSON_TEXT,
    from: "} while (backslashes % 2 === 1);",
    to: "} while (backslashes > 0);",
    loss: "An event with a backslash at the end of a text is cut wrongly.",
  },
  {
    id: "tail-checkpoint-before-output",
    tests: ["run"],
    file: WITH_OUTPUT,
    from: "(released ??= output.close().finally(() => owned.release()))",
    to: "(released ??= owned.release().finally(() => output.close()))",
    loss: "The next process finds the output in use and ends.",
  },
  {
    id: "tail-checkpoint-kept",
    tests: ["run"],
    file: WITH_OUTPUT,
    from: "await owned.release();\n        throw error;",
    to: "throw error;",
    loss: "A process that was refused the output keeps the checkpoint, and nobody can stand by.",
  },
  {
    id: "tail-log-not-escaped",
    file: "tail/src/lib/log.ts",
    from: '${printable(`${stream ?? "keywright-tail"}: ${message}`)}',
    to: '${stream ?? "keywright-tail"}: ${message}',
    loss: "A service's message moves the terminal's cursor.",
  },
  {
    id: "tail-two-streams-one-checkpoint",
    file: "tail/src/lib/arguments.ts",
    from: "streams.length > 1 &&",
    to: "streams.length > 2 &&",
    loss: "Two streams are led to one checkpoint, of which the second is refused while it runs.",
  },
  {
    id: "tail-lines-twice",
    file: "tail/src/lib/follow.ts",
    from: "maxHandlerAttempts: 1,",
    to: "maxHandlerAttempts: 2,",
    loss: "A write that failed in part is repeated: lines come twice, one of them torn.",
  },
  {
    id: "tail-quiet-logs-requests",
    file: "tail/src/lib/follow.ts",
    from: 'if (!quiet) log.say({ level, event: "request", message });',
    to: 'log.say({ level, event: "request", message });',
    loss: "--quiet is ignored for requests.",
  },
  {
    id: "tail-set-aside-next",
    file: "tail/src/lib/set-aside.ts",
    from: "next: placeOf(next)",
    to: "next: placeOf(position)",
    loss: "Who repairs a page that was set aside does not learn where the feed went on.",
  },
];
