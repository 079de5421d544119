import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { GeneratedFiles } from "../../src/lib/generator/generate.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** What the compiler says of a generated client and of a program that uses it, `use.ts`: a line each, such as `use.ts:3: Property 'a' is missing …`. */
export async function typeErrors(files: GeneratedFiles, program: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-types-"));
  try {
    for (const name of ["client.ts", "operations.ts", "schema.ts"] as const) await writeFile(join(folder, name), files[name]);
    await writeFile(join(folder, "use.ts"), program);
    const compiled = ts.createProgram([join(folder, "use.ts")], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      paths: { "@keywright/core": [join(root, "packages/core/src/index.ts")], "@keywright/core/client": [join(root, "packages/core/src/client.ts")] },
    });
    return ts
      .getPreEmitDiagnostics(compiled)
      .filter(({ file }) => file?.fileName.startsWith(folder))
      .map(({ file, start = 0, messageText }) => {
        const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
        return `${file?.fileName.slice(folder.length + 1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ").replaceAll(/\s+/g, " ")}`;
      });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
