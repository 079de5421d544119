import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AUDIT_ACTION_VALUES } from "@keywright/events/values";
import { documentedResponses } from "@keywright/tool-test-kit/testing";
import document from "@keywright/vault/openapi.json" with { type: "json" };
import { operations } from "@keywright/vault/operations";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const folder = dirname(fileURLToPath(import.meta.url));

/** What a user has open in the editor. A mark, such as `|patchItem|`, names the place behind it and is not part of the text. */
const FILES = {
  right: `
import { memoryCheckpoints } from "@keywright/core/feeds";
import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { createManagementClient } from "@keywright/management";
import { auditLogFeed } from "@keywright/management/feeds";
import { createVaultClient } from "@keywright/vault";

const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: "token" });
const events = createEventsClient({ baseUrl: "https://events.example.com", token: "token" });
const management = createManagementClient({ baseUrl: "https://management.example.com", token: "token" });
const vaultUUID = "iihcwjkpp63v2nsmo436sdbeuu";
const itemUUID = "u32zhgb7j43k2omdbw7g2jcgsk";

vault.|patchItem|patchItem({ vaultUUID, itemUUID, body: [] });
const |promise|promise = vault.getItem({ vaultUUID, itemUUID });
const |item|item = await promise;
export const |field|field = item.fields?.[0];
export const |details|details = field?.passwordDetails;
export const |user|user = (await events.listSignInAttempts().toArray({ max: 1 }))[0]?.target_user;
export const |feed|feed = auditEventFeed(events, { store: memoryCheckpoints(), |feedLimit|limit: 10 });
export const |logFeed|logFeed = auditLogFeed;
const |activity|activity = vault.listActivity({ |limit|limit: 10 });
vault.createItem({ vaultUUID, body: { title: "", vault: item.vault, category: "LOGIN", fields: [{ generate: true, recipe: { |length|length: 24 } }] } });
for await (const event of events.listAuditEvents()) {
  if (event.action === "|action|") console.log(event, activity);
  if (event.action === "an action of a later server") console.log(event);
}
management.updatePerson({ id: "contractor.twelve@example.com", body: { jobTitle: "Ledger Consultant", |member|} });
`,
  unfinished: `
import { createVaultClient } from "@keywright/vault";

createVaultClient({ baseUrl: "https://vault.example.com" }).|method|
`,
  building: `
import { itemPatch } from "@keywright/vault";

itemPatch().|builder|
`,
  describing: `
import { scimPatch } from "@keywright/management";

scimPatch().|scim|
`,
  wrong: `
import { createManagementClient } from "@keywright/management";
import { createVaultClient } from "@keywright/vault";

const vault = createVaultClient({ baseUrl: "https://vault.example.com" });
const management = createManagementClient({ baseUrl: "https://management.example.com" });

vault.listActivity({ limt: 10 });
vault.getItm({ vaultUUID: "", itemUUID: "" });
management.updatePerson({ id: "", body: { jobTitel: "Ledger Consultant" } });
management.updatePerson({ id: "", body: { teams: ["a"], teamIds: ["b"] } });
`,
};

interface Editor {
  readonly service: ts.LanguageService;
  /** Where each mark stood. */
  readonly places: { readonly [mark: string]: { readonly file: string; readonly position: number } };
}

const pathOf = (name: string): string => join(folder, `open-in-an-editor-${name}.ts`);

/** Opens all files in one language service, with the compiler options of this repository. They exist nowhere but there. */
function openEditor(): Editor {
  const places: Record<string, { readonly file: string; readonly position: number }> = {};
  const texts = new Map<string, string>();
  for (const [name, marked] of Object.entries(FILES)) {
    const file = pathOf(name);
    const [first = "", ...parts] = marked.split("|");
    let text = first;
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) places[part] = { file, position: text.length };
      else text += part;
    }
    texts.set(file, text);
  }
  const configFile = join(folder, "../../../tsconfig.base.json");
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(configFile, ts.sys.readFile).config, ts.sys, dirname(configFile));
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: () => "1",
    getScriptSnapshot(name) {
      const content = texts.get(name) ?? (ts.sys.fileExists(name) ? readFileSync(name, "utf8") : undefined);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => texts.has(name) || ts.sys.fileExists(name),
    readFile: (name) => texts.get(name) ?? ts.sys.readFile(name),
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    realpath: ts.sys.realpath as (path: string) => string,
  });
  return { service, places };
}

const editor = openEditor();

function placeOf(mark: string): { readonly file: string; readonly position: number } {
  return editor.places[mark] ?? expect.fail(`there is no mark ${mark}`);
}

/** What an editor shows where the pointer rests: the signature, the text, and each tag with its text. */
function hover(mark: string): { readonly signature: string; readonly text: string; readonly tags: { readonly [tag: string]: string } } {
  const { file, position } = placeOf(mark);
  const info = editor.service.getQuickInfoAtPosition(file, position);
  if (info === undefined) expect.fail(`nothing is shown at ${mark}`);
  const tags = (info.tags ?? []).map(({ name, text }) => [name, ts.displayPartsToString(text)] as const);
  return { signature: ts.displayPartsToString(info.displayParts), text: ts.displayPartsToString(info.documentation), tags: Object.fromEntries(tags) };
}

/** The names that an editor offers at a place. */
function completions(mark: string): string[] {
  const { file, position } = placeOf(mark);
  return (editor.service.getCompletionsAtPosition(file, position, {})?.entries ?? []).map(({ name }) => name);
}

/** The lines of a file that are wrong, each with what the compiler says. */
function mistakes(name: keyof typeof FILES): string[] {
  const file = pathOf(name);
  const diagnostics = [...editor.service.getSyntacticDiagnostics(file), ...editor.service.getSemanticDiagnostics(file)];
  return diagnostics.map(({ file: source, start = 0, messageText }) => {
    const { line } = ts.getLineAndCharacterOfPosition(source as ts.SourceFile, start);
    return `${source?.text.split("\n")[line]} // ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

describe("in an editor", () => {
  it("a method shows what it does, what it needs, the statuses that it throws, and an example", () => {
    const { patch } = document.paths["/v1/vaults/{vaultUUID}/items/{itemUUID}"];
    const statuses = new Set(documentedResponses(document, operations.patchItem).map(({ status }) => status));
    statuses.delete(200);
    const { signature, text, tags } = hover("patchItem");
    expect(signature).toBe("(method) VaultOperations.patchItem(input: PatchItemInput, call?: CallOptions): Promise<Item>");
    expect(text.startsWith(`${patch.summary}\n\n`), text).toBe(true);
    expect(text).toContain("Requires a token. Not retried unless the client knows that the service did not process it.");
    expect(tags["throws"]).toBe(`ApiError ${[...statuses].sort().join(", ")}.`);
    expect(tags["example"]).toMatch(/^```ts\nconst item = await vault\.patchItem\(\{[\s\S]*\}\);\n```$/);
    expect(tags["returns"]).toBe("The item after the changes.");
  });

  it("a result shows the name of its type, not the structure", () => {
    expect(hover("promise").signature).toBe("const promise: Promise<Item>");
    expect(hover("item").signature).toBe("const item: Item");
    expect(hover("field").signature).toBe("const field: Field | undefined");
    expect(hover("details").signature).toBe("const details: PasswordDetails | undefined");
    expect(hover("user").signature).toBe("const user: EventUser | undefined");
    expect(hover("activity").signature).toBe("const activity: Paginator<APIRequest, number>");
  });

  it("a feed shows the name of its options", () => {
    expect(hover("feed").signature).toBe("const feed: Feed<AuditEvent>");
    expect(hover("logFeed").signature).toBe('const logFeed: FeedFactory<Pick<ManagementOperations, "listAuditLogs">, AuditEvent, AuditLogFeedOptions>');
    expect(hover("feedLimit")).toMatchObject({
      signature: "(property) limit?: number",
      text: expect.stringMatching(/^Maximum number of events in a page, 1 to 1000/),
    });
  });

  it("a property of an input shows its description, its range and its default", () => {
    expect(hover("limit")).toMatchObject({
      signature: "(property) ListActivityInput.limit?: number",
      text: expect.stringMatching(/^Maximum number of records in a page\. From 1 to\s9007199254740991\. Default: 50\.$/),
    });
    expect(hover("length")).toMatchObject({ signature: "(property) length?: number | null", text: expect.stringMatching(/^[A-Z][\s\S]*\nDefault: 32\.$/) });
  });

  it("the action of an audit event offers exactly the known values", () => {
    expect(completions("action").sort()).toEqual([...AUDIT_ACTION_VALUES].sort());
  });

  it("a value that a later server may send compiles with them, as does all else that is right", () => {
    expect(mistakes("right")).toEqual([]);
  });

  it("a client offers its operations, and nothing of what it is made of", () => {
    expect(completions("method").sort()).toEqual([...Object.keys(operations), "raw"].sort());
  });

  it("a patch offers its own methods and its body, and nothing else", () => {
    const names = "add addSection addTag addUrl body generate remove rename set setFavorite setTags setTitle setUrls";
    expect(completions("builder").sort().join(" ")).toBe(names);
    expect(completions("scim").sort()).toEqual(["add", "body", "remove", "replace"]);
  });

  it("a body offers the properties that may still be set", () => {
    const offered = completions("member");
    expect(offered).toEqual(expect.arrayContaining(["firstName", "teams", "teamIds", "lineManagerEmail"]));
    expect(offered).not.toContain("jobTitle");
  });

  it("a misspelled name is reported with the one that was meant, and so are properties that exclude each other", () => {
    expect(mistakes("wrong")).toEqual([
      expect.stringMatching(/limt.* \/\/ .*'limt' does not exist in type 'ListActivityInput'\. Did you mean to write 'limit'\?/),
      expect.stringMatching(/getItm.* \/\/ .*'getItm' does not exist on type 'VaultClient'\. Did you mean 'getItem'\?/),
      expect.stringMatching(/jobTitel.* \/\/ .*'jobTitel' does not exist in type .*\. Did you mean to write 'jobTitle'\?/),
      expect.stringMatching(/teamIds.* \/\/ Type .* is not assignable to type/),
    ]);
  });
});
