import { expect, onTestFinished } from "vitest";
import type { CommandContext } from "../src/lib/settings/command-context.ts";
import { tail } from "./support.ts";

/** Starts the command, and returns what it serves. */
export async function listening(args: readonly string[], context: Partial<CommandContext>) {
  const stopping = new AbortController();
  let said = "";
  const stderr = { write: (text: string) => void (said += text) };
  const ended = tail(args, { ...context, stderr, signal: stopping.signal });
  const stop = async () => {
    stopping.abort();
    return (await ended).code;
  };
  onTestFinished(async () => void (await stop()));
  await expect.poll(() => said).toContain("at http://");
  const url = /http:\/\/[\w.:[\]]+/.exec(said)?.[0] ?? "";
  const get = async (path: string, method = "GET") => {
    const response = await fetch(`${url}${path}`, { method });
    return { status: response.status, type: response.headers.get("content-type"), body: await response.text() };
  };
  return { get, said: () => said, stop };
}

/** The samples of a text, by name and labels. Throws for a line that is none. */
export function samplesOf(text: string): Map<string, number> {
  const types = new Map<string, string>();
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    const [, type = "", kind = ""] = /^# TYPE (\w+) (counter|gauge)$/.exec(line) ?? [];
    if (type !== "") types.set(type, kind);
    if (line.startsWith("#")) {
      expect(line).toMatch(/^# (HELP \w+ .+\.|TYPE \w+ (counter|gauge))$/);
      continue;
    }
    const [, name = "", labels = "", value = ""] = /^(\w+)\{((?:\w+="(?:[^"\\\n]|\\["\\n])*",?)*)\} (-?[\d.e+-]+)$/.exec(line) ?? [];
    expect(types.has(name), line).toBe(true);
    expect(name.endsWith("_total")).toBe(types.get(name) === "counter");
    samples.set(`${name}{${labels}}`, Number(value));
  }
  return samples;
}
