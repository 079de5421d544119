import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "@keywright/generate/contract";
import { emulatorManifest } from "../manifest.ts";
import { fillTemplates, type Words, wordsOf, writeMissing } from "../templates.ts";
import { describeEmulator, type EmulatorFacts } from "./describe-emulator.ts";

/** The files that were written, and the operations to refine by hand. */
export interface WrittenEmulator {
  /** Paths relative to the root. */
  readonly paths: readonly string[];
  /** Operations that return an example. */
  readonly examples: readonly string[];
}

/**
 * Writes the emulator of a service that has a client. Existing files do not change.
 *
 * @param root The root of the repository.
 */
export async function writeEmulator(root: string, name: string): Promise<WrittenEmulator> {
  const document = JSON.parse(await readFile(join(root, "packages", name, "src/generated/openapi.json"), "utf8")) as Json;
  const facts = describeEmulator(name, document);
  const examples = Object.keys(facts.operations).filter((id) => facts.operations[id]?.verb === "example");
  const path = "packages/emulator/package.json";
  const present = await readFile(join(root, path), "utf8");
  const manifest = emulatorManifest(present, name, true);
  const isNew = manifest !== present;
  const written = await writeMissing(root, await fillTemplates("emulator", { ...wordsOf(name), ...emulatorWords(facts, examples) }), isNew);
  if (isNew) await writeFile(join(root, path), manifest);
  return { paths: isNew ? [...written, path] : written, examples };
}

/** Returns the words of the emulator's templates. */
function emulatorWords({ title, resources, operations, unbound, errors, credentials }: EmulatorFacts, examples: readonly string[]): Words {
  const notes = [
    `The operations of the ${title}.`,
    ...(examples.length === 0
      ? []
      : [`These return an example of the contract and ignore the state: ${examples.join(", ")}. The log marks their responses as \`example\`.`]),
    ...(unbound.length === 0 ? [] : [`The emulator does not serve these, because clients call them at a URL from a response: ${unbound.join(", ")}.`]),
  ];
  const seed = { credentials, resources: Object.fromEntries(resources.map(({ name, things }) => [name, things])) };
  return {
    title,
    operations: unbound.length === 0 ? "operations" : `Omit<operations, ${unbound.map((id) => JSON.stringify(id)).join(" | ")}>`,
    notes: notes.map((note) => ` * ${note}`).join("\n *\n"),
    description: source({ resources: resources.map(({ literal }) => literal), operations, errors, seed }),
    stories: source(resources.map((resource) => storyOf(resource, operations))),
  };
}

/** Returns the operations that the tests of an emulator call on a resource, by verb. */
function storyOf({ name, literal, operations }: EmulatorFacts["resources"][number], described: EmulatorFacts["operations"]): object {
  const own = Object.entries(described).filter(([, { verb, resource }]) => resource === name && verb !== "example");
  const envelope = [...operations.keys()].map(({ answer }) => answer?.envelope).find((each) => each !== undefined);
  return { envelope, id: literal["id"], ...Object.fromEntries(own.map(([id, { verb }]) => [verb, id])) };
}

/** Returns a value as source, which the formatter breaks into lines. Only the computed name `["__proto__"]` defines a property. */
function source(value: object): string {
  return JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:');
}
