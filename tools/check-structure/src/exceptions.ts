/** What one client has on purpose and the others do not. */
export const EXCEPTIONS: { readonly [service: string]: { readonly files: readonly string[]; readonly entries: readonly string[] } } = {
  // Files on disk are a matter of the vault alone.
  vault: { files: ["src/node.ts"], entries: ["./node"] },
};
