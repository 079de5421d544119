import { join } from "node:path";
import { EXCEPTIONS } from "./exceptions.ts";
import { OPTIONAL_ENTRIES } from "./generated-entries.ts";
import { isFile, namesIn } from "./files.ts";

/** What every client has, at the same place. */
const FILES = [
  "src/index.ts",
  "src/generated/client.ts",
  "src/generated/index.ts",
  "src/generated/README.md",
  "README.md",
  "package.json",
  "tsconfig.build.json",
  "turbo.json",
];

/** Folders whose files are the same in every client: what one has, the others have. */
const SHARED_FOLDERS = [".", "src", "src/generated"];

/** Names in those folders that are no files of the client. */
const IGNORED = ["node_modules", "dist", ".turbo", "CHANGELOG.md"];

/** Files that a client has only if its contract gives them something. */
const OPTIONAL = OPTIONAL_ENTRIES.map((name) => `src/generated/${name}.ts`);

/** The test of what must compile and what must not. */
const TYPE_TESTS = ["types.test-d.ts", "types.test.ts"];

/** Compares the files of the clients: a line for each that is missing, and what to do. */
export async function compareFiles(root: string, services: readonly string[]): Promise<string[]> {
  const expected = new Set(FILES);
  for (const service of services) {
    for (const folder of SHARED_FOLDERS) {
      for (const name of await namesIn(join(root, "packages", service, folder))) {
        const file = join(folder, name);
        const isOwn = IGNORED.includes(name) || OPTIONAL.includes(file) || EXCEPTIONS[service]?.files.includes(file);
        if (!isOwn && (await isFile(join(root, "packages", service, file)))) expected.add(file);
      }
    }
  }
  const findings: string[] = [];
  for (const service of services) {
    for (const file of [...expected].sort()) {
      if (!(await isFile(join(root, "packages", service, file))))
        findings.push(`packages/${service}/${file}: it is missing, the other clients have it; add it, or remove it there.`);
    }
    const tests = await namesIn(join(root, "packages", service, "test"));
    if (!TYPE_TESTS.some((name) => tests.includes(name)))
      findings.push(`packages/${service}/test/${TYPE_TESTS[0]}: there is no test of the types; write what must compile and what must not.`);
  }
  return findings;
}
