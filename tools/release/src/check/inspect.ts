import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Manifest } from "@keywright/tool-test-kit/command/packed-package";
import { parseYaml } from "@redocly/openapi-core";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

/** Maximum bytes of a file. The largest has the validators of an emulator. */
const LARGEST_FILE = 640 * 1024;

const SHIPPED =
  /^(package\.json|README\.md|CHANGELOG\.md|MIGRATION\.md|LICENSE|[\w-]+\.schema\.json|seed\.sample\.yaml|deploy\/(Dockerfile|[\w-]+\.(service|yaml|json))|detections\/[\w-]+\.(sql|yml)|page\/[\w-]+\.(js|css|html|svg)|dist\/THIRD-PARTY-NOTICES\.md|dist\/[\w./-]+\.(js|d\.ts|json))$/;
const TEXTS = [".js", ".ts", ".json", ".md"];
const UNWANTED = /(^|\/)(src|test|tests|node_modules|\.[^/]+)(\/|$)|\.(test|spec|test-d)\.|\.map$|tsbuildinfo$/;

/** Scripts that npm runs on the machine of a user who installs the package. */
const RUN_BY_NPM = ["preinstall", "install", "postinstall", "prepare", "prepublish"];

/**
 * Checks an unpacked package for missing and unwanted files; publint finds missing entries.
 *
 * @param folder The unpacked tarball.
 * @param license The expected text of `LICENSE`.
 * @param options `isTrial`: a package before its first version needs no changelog.
 */
export async function inspectPackage(
  folder: string,
  manifest: Manifest,
  license: string,
  { isTrial = false }: { readonly isTrial?: boolean } = {},
): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const findings = [...checkFacts(manifest), ...(await checkLicense(folder, manifest, license))];
  if (!files.includes("README.md")) findings.push("README.md is missing; write it.");
  if (!isTrial && manifest["repository"] === undefined)
    findings.push("repository is missing; set it in the package.json of the root: npm compares it with the provenance.");
  const needsChangelog = !isTrial || manifest["version"] !== "0.0.0";
  if (needsChangelog && !files.includes("CHANGELOG.md"))
    findings.push("CHANGELOG.md is missing; name it in files of package.json, and run npx pnpm release version.");
  for (const file of files) {
    if (UNWANTED.test(file) || !SHIPPED.test(file)) findings.push(`${file} is not for users; narrow files in package.json.`);
    const content = await readFile(join(folder, file));
    if (content.length > LARGEST_FILE)
      findings.push(`${file} has ${content.length} bytes, more than ${LARGEST_FILE}; divide it, or raise the limit for a reason.`);
    if (TEXTS.includes(extname(file))) findings.push(...(await checkText(file, content.toString())));
  }
  return findings;
}

function checkFacts(manifest: Manifest): string[] {
  const findings: string[] = [];
  const scripts = (manifest["scripts"] ?? {}) as { readonly [name: string]: string };
  for (const name of RUN_BY_NPM) if (scripts[name] !== undefined) findings.push(`scripts has ${name}, which runs on the machine of every user; remove it.`);
  const version = /"(workspace|catalog|link|file):[^"]*"/.exec(JSON.stringify(manifest))?.[0];
  if (version !== undefined) findings.push(`package.json has the version ${version}, which only works in the workspace; pack with pnpm.`);
  // No user bundles a package without entries.
  const isImported = Object.keys((manifest.exports ?? {}) as object).some((entry) => !entry.endsWith(".json"));
  if (isImported && manifest["sideEffects"] !== false) findings.push("sideEffects must be false, so that bundlers can drop unused code.");
  // Users of a library get fixes of what it depends on without a new version of it.
  const exact = Object.entries(manifest.dependencies ?? {}).filter(([, range]) => /^\d/.test(range));
  if (isImported) for (const [name, range] of exact) findings.push(`depends on ${name} ${range} alone; write ^${range} in the catalog.`);
  for (const property of ["description", "license", "engines"]) if (manifest[property] === undefined) findings.push(`${property} is missing in package.json.`);
  return findings;
}

async function checkLicense(folder: string, manifest: Manifest, license: string): Promise<string[]> {
  const text = await readFile(join(folder, "LICENSE"), "utf8").catch(() => undefined);
  if (text === undefined) return ["LICENSE is missing; pack with pnpm, which takes it from the root."];
  if (text !== license) return ["LICENSE is not the license of the repository."];
  return manifest["license"] === "MIT" ? [] : [`license is ${String(manifest["license"])}; the text is MIT.`];
}

const SECRET_RULES = [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator, options: {} }];

/** Finds source maps, local paths, and texts like secrets, without repeating their values. */
async function checkText(file: string, text: string): Promise<string[]> {
  const findings: string[] = [];
  if (/^\/\/# sourceMappingURL=/m.test(text)) findings.push(`${file} names a map that is not shipped; build without maps.`);
  const path = /(?:file:\/\/|["'`\s(])(\/(?:home|root|Users|tmp|work|build|runner)\/[\w.-]+)/.exec(text)?.[1];
  if (path !== undefined) findings.push(`${file} contains ${path}, a path of the build machine.`);
  const { messages } = await lintSource({
    source: { filePath: `/${file}`, content: text, contentType: "text", ext: extname(file) },
    options: { config: { rules: SECRET_RULES }, maskSecrets: true },
  });
  const secrets = messages.map(({ loc, ruleId }) => `${file}:${loc.start.line} looks like a secret (${ruleId.split("/").at(-1)}); remove and revoke it.`);
  return [...findings, ...secrets];
}

interface Lock {
  readonly packages: { readonly [id: string]: { readonly resolution: { readonly integrity?: string; readonly tarball?: string; readonly type?: string } } };
}

/** Finds entries of pnpm's lockfile without a digest, or not from the registry. */
export function checkLock(text: string): string[] {
  return Object.entries((parseYaml(text) as Lock).packages).flatMap(([id, { resolution }]) => {
    const elsewhere = resolution.tarball ?? resolution.type;
    if (resolution.integrity === undefined) return [`${id} has no integrity; install it from the registry.`];
    return elsewhere === undefined ? [] : [`${id} comes from ${elsewhere}; install it from the registry.`];
  });
}
