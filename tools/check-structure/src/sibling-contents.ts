import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EXCEPTIONS } from "./exceptions.ts";
import { OPTIONAL_ENTRIES } from "./generated-entries.ts";
import { isFile } from "./files.ts";

/** Files that say the same in every client, but for the name of the service. */
const SAME = ["package.json", "tsconfig.build.json", "tsconfig.build-node.json", "turbo.json"];

/** Members that are each client's own: only that they are there is compared. */
const OWN_VALUES = ["version", "description", "keywords", "dependencies", "devDependencies", "peerDependencies", "peerDependenciesMeta"];

/** Entries that a client has only if its contract gives them something. */
const OPTIONAL = OPTIONAL_ENTRIES.map((name) => `./${name}`);

/** Compares what the clients' configuration says: a line for each member that differs from what most of them have. */
export async function compareContents(root: string, services: readonly string[]): Promise<string[]> {
  const findings: string[] = [];
  for (const file of SAME) {
    const shapes = new Map<string, ReadonlyMap<string, string>>();
    for (const service of services) {
      const path = join(root, "packages", service, file);
      if (!(await isFile(path))) continue;
      try {
        shapes.set(service, shapeOf(JSON.parse(await readFile(path, "utf8")), service));
      } catch (error) {
        findings.push(`packages/${service}/${file}: it cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}; correct it.`);
      }
    }
    const members = new Set([...shapes.values()].flatMap((shape) => [...shape.keys()]));
    for (const member of members) {
      const usual = mostFrequent([...shapes.values()].map((shape) => shape.get(member)));
      for (const [service, shape] of shapes) {
        const value = shape.get(member);
        const isOwn = member.split(" > ").some((key) => OPTIONAL.includes(key) || EXCEPTIONS[service]?.members.includes(key));
        if (value !== usual && !isOwn)
          findings.push(`packages/${service}/${file}: ${member} is ${value ?? "missing"}, the other clients have ${usual ?? "none"}; make them the same.`);
      }
    }
  }
  return findings;
}

/** Every member by its path, with its value as text; the service's own name is written as `<service>`. */
function shapeOf(value: unknown, service: string): Map<string, string> {
  const shape = new Map<string, string>();
  const visit = (member: unknown, path: readonly string[]): void => {
    const [top = ""] = path;
    if (OWN_VALUES.includes(top)) shape.set(top, "a value of its own");
    else if (typeof member === "object" && member !== null && !Array.isArray(member))
      for (const [key, inner] of Object.entries(member)) visit(inner, [...path, key]);
    else shape.set(path.join(" > "), JSON.stringify(member).replaceAll(new RegExp(`\\b${service}\\b`, "g"), "<service>"));
  };
  visit(value, []);
  return shape;
}

function mostFrequent(values: readonly (string | undefined)[]): string | undefined {
  const count = (value: string | undefined): number => values.filter((other) => other === value).length;
  return values.reduce((best, value) => (count(value) > count(best) ? value : best), values[0]);
}
