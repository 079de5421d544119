/** What of a contract the files of its package name. */
export interface Facts {
  readonly name: string;
  /** The title of the contract. */
  readonly title: string;
  readonly summary: string;
  /** The operations in the order of the contract. */
  readonly operations: readonly string[];
  /** The generated modules, such as `operations.ts`. */
  readonly modules: readonly string[];
  /** The example of the generated factory: it creates the client and calls an operation that needs no input. */
  readonly example: string;
  /** The documentation of the generated function that reads the environment, its first sentence: what it reads from which variables. */
  readonly environment: string;
}
