/** Identifies the processes that have leases. */
export interface OwnerProcesses {
  /** Returns a text that identifies this process among those of all machines; `undefined` if there is none. */
  own(): Promise<string | undefined>;
  /** Returns what is certain of the process that a text of {@link OwnerProcesses.own} identifies. */
  stateOf(text: string): Promise<"running" | "ended" | "unknown">;
}
