/** The URLs and credentials that the emulator prints when it is ready. */
export interface Services {
  readonly management: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string; readonly token: string };
  readonly vault: { readonly baseUrl: string; readonly token: string; readonly fileItemUUID: string; readonly fileUUID: string };
  readonly events: { readonly baseUrl: string; readonly token: string };
}

/** A package's entries, and programs that return a summary, or throw if a result is wrong. */
export interface Installed {
  readonly name: string;
  readonly entries: { readonly [entry: string]: () => Promise<unknown> };
  readonly programs: readonly ((services: Services) => Promise<string>)[];
}

/** The result of one package: its summaries or its errors. */
export interface Outcome {
  readonly what: string;
  readonly state: "ok" | "red";
  readonly detail: string;
}
