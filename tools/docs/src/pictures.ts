import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEventsEmulator, createVaultEmulator, manualClock, serveEmulator } from "@keywright/emulator";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { escaped } from "./contract/markdown.ts";
import { MADE, ROOT } from "./places.ts";

/** The width of a page's text in a window of a laptop. */
const WIDTH = 624;

/** The columns of a terminal of that width. */
const COLUMNS = 84;

/** Runs a program in TypeScript. */
const NODE = `"${process.execPath}" --import "${import.meta.resolve("tsx")}"`;

/** The files that commands of a page find in their folder, by name. */
export type SessionFiles = Readonly<Record<string, string>>;

/**
 * A picture of a text: nested boxes for a drawing, or a terminal with commands that begin with `$`.
 *
 * @throws Error with the output of a command that fails.
 */
export async function picture(title: string, text: string, files: SessionFiles): Promise<string> {
  if (text.startsWith("$ ")) {
    const lines = await runSession(text.trim().split("\n"), files);
    // As a terminal shows a line that is wider.
    const rows = lines.flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, "gu")) ?? []);
    return figure(title, lines.join("\n"), terminal(rows), rows.length * 20 + 24);
  }
  // The picture has arrows of its own.
  const drawing = text.replaceAll(/^[ │▼]*\n/gm, "").replaceAll(/▼ (\S+)/g, "$1  ");
  const { shapes, height } = boxes(drawing.trimEnd().split("\n"));
  return figure(title, drawing.trimEnd(), shapes, height);
}

/** A page of Markdown with the texts of its pictures in their place. */
export function withoutPictures(page: string): string {
  return page.replaceAll(/<figure[\s\S]*?<desc>([\s\S]*?)<\/desc>[\s\S]*?<\/figure>/g, "<pre>\n$1\n</pre>");
}

/** A narrow window scrolls it, also by keyboard. A blank line would end the HTML of a page. */
function figure(title: string, description: string, shapes: readonly string[], height: number): string {
  const opening = `<figure class="picture" tabindex="0" aria-label="${escaped(title)}">\n<svg role="img" viewBox="0 0 ${WIDTH} ${height}">`;
  return [opening, `<title>${escaped(title)}</title>`, `<desc>${escaped(description)}</desc>`, ...shapes, "</svg>\n</figure>"].join("\n");
}

/** Boxes around lines that are indented more, with arrows. Two spaces separate columns. */
function boxes(lines: readonly string[]): { readonly shapes: readonly string[]; readonly height: number } {
  const rows = lines.map((line) => Array.from(line.matchAll(/\S+(?: \S+)*/g), ({ index, 0: text }) => ({ index, text })));
  const last = Math.max(...rows.map((cells) => cells.at(-1)?.index ?? 0));
  const shapes: string[] = [];
  const open: { readonly indent: number; readonly top: number }[] = [];
  let y = 1;
  const close = (indent: number): void => {
    for (let box = open.at(-1); box !== undefined && box.indent >= indent; box = open.at(-1)) {
      open.pop();
      y += 6;
      shapes.unshift(`<rect x="${open.length * 10 + 1}" y="${box.top}" width="${WIDTH - open.length * 16 - 2}" height="${y - box.top}" rx="6"/>`);
    }
  };
  for (const [name, ...others] of rows) {
    const before = y;
    close(name?.index ?? 0);
    const x = open.length * 10 + 13;
    if (y > before) shapes.push(`<path d="M${x + 10} ${y}v14m-4 -4 4 4 4 -4"/>`);
    if (y > before) y += 14;
    const right = WIDTH - open.length * 6 - 13;
    open.push({ indent: name?.index ?? 0, top: y });
    y += 26;
    shapes.push(textAt(x, y - 6, "name", name?.text ?? ""));
    for (const { index, text } of others) shapes.push(index === last ? textAt(right, y - 6, "note", text) : textAt(x + 78, y - 6, "what", text));
  }
  close(0);
  return { shapes, height: y + 1 };
}

/** The pages' compiler makes one space of several. */
function terminal(lines: readonly string[]): readonly string[] {
  const texts = lines.map((line, row) => textAt(14, row * 20 + 25, line.startsWith("$ ") ? "command" : "output", line.replaceAll("  ", "\u00a0\u00a0")));
  return [`<rect x="1" y="1" width="${WIDTH - 2}" height="${lines.length * 20 + 22}" rx="6"/>`, ...texts];
}

function textAt(x: number, y: number, kind: string, text: string): string {
  return `<text x="${x}" y="${y}" class="${kind}">${escaped(text)}</text>`;
}

/** Runs commands in a folder with emulators, whose clock makes the times in logs the same. */
async function runSession(commands: readonly string[], files: SessionFiles): Promise<readonly string[]> {
  const clock = manualClock("2026-03-02T08:00:00Z");
  const [events, vault] = [createEventsEmulator({ clock }), createVaultEmulator({ clock })];
  const servers = [await serveEmulator(events, { port: 0 }), await serveEmulator(vault, { port: 0 })];
  const [eventsUrl, vaultUrl] = servers.map(({ url }) => url);
  const environment = {
    KEYWRIGHT_EVENTS_URL: eventsUrl,
    KEYWRIGHT_EVENTS_TOKEN: events.token,
    KEYWRIGHT_VAULT_URL: vaultUrl,
    KEYWRIGHT_VAULT_TOKEN: vault.token,
  };
  // From this folder, programs find the packages.
  await mkdir(MADE, { recursive: true });
  const folder = await mkdtemp(join(MADE, "session-"));
  const lines: string[] = [];
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text.replaceAll("https://vault.example.com", vaultUrl ?? ""));
    for (const command of commands) {
      const written = command.slice(2).replaceAll(/(?<=^|\| )(?:keywright-(\w+)|npx tsx)(?= )/g, (_all, name?: string) => programOf(name));
      const { ok, output } = await runCommand("sh", ["-c", written], { folder, environment });
      if (!ok || output === "") throw new Error(`"${command}" of a picture must succeed and print something; got\n${output}`);
      const now = new Date(clock.wallNow()).toISOString();
      lines.push(command, ...output.replaceAll(/^\d{4}-\d\d-\d\dT[\d:.]+Z/gm, now).split("\n"));
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
    await rm(folder, { recursive: true });
  }
  return lines;
}

/** A program of a package, or with no name the one that runs TypeScript. */
function programOf(name: string | undefined): string {
  return name === undefined ? NODE : `${NODE} "${join(ROOT, "packages", name, "src/cli.ts")}"`;
}
