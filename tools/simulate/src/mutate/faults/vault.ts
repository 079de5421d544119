import type { Fault } from "../fault.ts";

const FILES = "vault/src/lib/file-content.ts";
const CHANGE = "vault/src/lib/change-item.ts";
const COPY = "vault/src/lib/copy-item.ts";
const PATCH = "vault/src/lib/item-patch.ts";

export const vaultFaults: readonly Fault[] = [
  {
    id: "vault-add-replaces-list",
    file: PATCH,
    from: 'path: writePointer(name, "-"), value }',
    to: "path: writePointer(name), value }",
    loss: "Adding a tag replaces all others.",
  },
  {
    id: "vault-replaces-what-is-absent",
    file: PATCH,
    from: 'known.has(attribute) ? "replace" : "add"',
    to: '"replace"',
    loss: "Setting an attribute that a field has not is refused by the server.",
  },
  {
    id: "vault-change-meanwhile-unnoticed",
    file: CHANGE,
    from: "changed.version !== ifVersion + 1",
    to: "(changed.version ?? 0) <= ifVersion",
    loss: "A change by another program between read and write is not reported.",
  },
  {
    id: "vault-newer-version-changed",
    file: CHANGE,
    from: "item.version !== ifVersion) throw",
    to: "(item.version ?? 0) < ifVersion) throw",
    loss: "An item that was changed since it was read is changed all the same.",
  },
  {
    id: "vault-files-left-out",
    file: COPY,
    from: "const lost = withoutFiles\n",
    to: "const lost = !withoutFiles\n",
    loss: "A copy lacks the files without a word.",
  },
  {
    id: "vault-copied-section-missing",
    file: COPY,
    from: "[...(sections ?? []), ...fields.flatMap((field) => field.section ?? [])]",
    to: "[...(sections ?? []), ...fields.slice(0, 0).flatMap((field) => field.section ?? [])]",
    loss: "A copy is refused if the server left the list of sections out.",
  },
  {
    id: "vault-short-file",
    file: FILES,
    from: "if (size === undefined || received === size) return;",
    to: "if (size === undefined || received <= size) return;",
    loss: "A file that was cut off is saved as whole.",
  },
  {
    id: "vault-large-file-fails",
    file: FILES,
    from: "if (isApiError(error, 413) || ",
    to: "if (",
    loss: "A file that is too large to be sent inline cannot be read.",
  },
  {
    id: "vault-reference-encoded-twice",
    file: "vault/src/lib/secret-reference.ts",
    from: 'part.replaceAll("%", "%25").replaceAll("/", "%2F")',
    to: 'part.replaceAll("/", "%2F").replaceAll("%", "%25")',
    loss: "A reference to an item with a slash in its name leads nowhere.",
  },
  {
    id: "vault-resolved-secrets-shown",
    file: "vault/src/lib/resolve-secrets.ts",
    from: "maskSecrets(values, Object.fromEntries(names.map((name) => [name, true])));",
    to: "void maskSecrets;",
    loss: "Printing what was resolved shows the secrets.",
  },
  {
    id: "vault-null-section-is-any",
    file: "vault/src/lib/find-field.ts",
    from: "fields: fields.filter((field) => field.section === undefined) };",
    to: "fields };",
    loss: "A field in a section is taken for the one outside of sections.",
  },
  {
    id: "vault-first-of-several",
    tests: ["find-item"],
    file: "vault/src/lib/only-one.ts",
    from: "if (second === undefined) return first;",
    to: "if (second?.id !== first.id) return first;",
    loss: "Of two items with one title the first is taken in silence.",
  },
  {
    id: "vault-activity-forgets-recent",
    file: "vault/src/lib/distinct-activity.ts",
    from: "!known.delete(id);",
    to: "!known.has(id);",
    loss: "A record that comes again and again is handed over twice.",
  },
  {
    id: "vault-fields-before-sections",
    file: "vault/src/lib/diff-item.ts",
    from: '    ...listChanges("sections", before.sections, withRemoved(after.sections, removed)),\n    ...fieldChanges(before.fields ?? [], after.fields ?? []),\n',
    to: '    ...fieldChanges(before.fields ?? [], after.fields ?? []),\n    ...listChanges("sections", before.sections, withRemoved(after.sections, removed)),\n',
    loss: "A patch that adds a section with a field is refused.",
  },
  {
    id: "vault-goes-on-after-failure",
    tests: ["find-items", "resolve-secrets"],
    file: "vault/src/lib/in-parallel.ts",
    from: "if (failed) return;",
    to: "",
    loss: "After a failure the remaining requests are sent all the same.",
  },
  {
    id: "vault-archived-item-found",
    tests: ["find-item"],
    file: "vault/src/lib/item-query.ts",
    from: "return state === undefined;",
    to: 'return state !== "DELETED";',
    loss: "An archived item is taken for the one that is meant.",
  },
];
