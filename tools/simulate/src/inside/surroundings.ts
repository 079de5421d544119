/** Settings of the programs. */
export interface Settings {
  readonly pageSize: number;
  readonly pollSeconds: number;
  readonly repeatedIds: number;
  /** Whether the feeds begin at the current time. */
  readonly beginNow: boolean;
  /** Whether the feeds end when they have caught up, and are restarted. */
  readonly once: boolean;
  /** Whether the feeds keep their checkpoint in a database with a lease. */
  readonly isLeased: boolean;
  /** Whether `keywright-tail` sets bad pages aside. Otherwise they are good again in the calm time. */
  readonly setsAside: boolean;
}

/** The interface between the world and a program. */
export interface Surroundings {
  readonly signal: AbortSignal;
  /** The folder of the program's files. */
  readonly path: string;
  readonly settings: Settings;
  /** Reports events as handled, for good. */
  deliver(ids: readonly string[]): void;
  /** Reports that a feed begins or passes its page again: from here on, events may be repeated. */
  mayRepeat(): void;
  /** Reports that a feed begins that ends when it has caught up. When the returned function is called, all events up to now must be handled. */
  expectCaughtUp(): () => void;
  /** Reports an error that a user would see. */
  show(error: unknown): void;
  /** Reports how a call ended. */
  report(call: CallReport): void;
  /** Reports that the feed failed. */
  failed(error: unknown): void;
  /** Sets the listener of a hangup. */
  onHangup(listener: () => void): void;
  print(text: string): void;
  /** Runs a statement in the database. */
  query(text: string, values: readonly (string | number)[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly secret: string;
  readonly clientId: string;
  readonly token: string;
  readonly vaultUUID: string;
}

/** A call of a client that has ended. */
export interface CallReport {
  readonly title: string | undefined;
  readonly began: number;
  readonly ended: number;
  readonly totalTimeoutMs: number;
  readonly abortedAt: number | undefined;
  readonly mayRepeat: boolean;
  readonly isEvil: boolean;
  /** Absent if it succeeded. */
  readonly error?: { readonly code: string | undefined; readonly status: number | undefined; readonly outcome: string | undefined; readonly message: string };
}
