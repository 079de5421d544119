/** What one client has on purpose and the others do not. */
export const EXCEPTIONS: { readonly [service: string]: { readonly files: readonly string[]; readonly members: readonly string[] } } = {
  // Runs of workflows and the tree of categories are a matter of management alone.
  management: { files: ["src/runs.ts", "src/categories.ts"], members: ["./runs", "./categories"] },
  // Only the vault has items, references to secrets and files, and the page for users of other packages.
  vault: {
    files: ["src/items.ts", "src/references.ts", "src/files.ts", "MIGRATION.md"],
    members: ["files", "./items", "./references", "./files"],
  },
};
