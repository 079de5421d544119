/** What one client has on purpose and the others do not. */
export const EXCEPTIONS: { readonly [service: string]: { readonly files: readonly string[]; readonly members: readonly string[] } } = {
  // Runs of workflows and the tree of categories are a matter of management alone.
  management: { files: ["src/runs.ts", "src/categories.ts"], members: ["./runs", "./categories"] },
  // Items, references to secrets and files are a matter of the vault alone.
  vault: {
    files: ["src/items.ts", "src/references.ts", "src/files.ts"],
    members: ["./items", "./references", "./files"],
  },
};
