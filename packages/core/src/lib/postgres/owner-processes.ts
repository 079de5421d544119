/** Identifies the processes that have leases. */
export interface OwnerProcesses {
  /** Returns a text that identifies this process on all machines; `undefined` if there is none. */
  own(): Promise<string | undefined>;
  /** Returns what is certain of the process of a text of {@link OwnerProcesses.own}. */
  stateOf(text: string): Promise<"running" | "ended" | "unknown">;
}
