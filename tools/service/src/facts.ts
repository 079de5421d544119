/** What of a contract the files of its package name. */
export interface Facts {
  readonly name: string;
  /** The title of the contract. */
  readonly title: string;
  readonly summary: string;
  /** The operations in the contract's order. */
  readonly operations: readonly string[];
  /** The generated modules, such as `operations.ts`. */
  readonly modules: readonly string[];
  /** The generated `client.ts`. */
  readonly client: string;
}
