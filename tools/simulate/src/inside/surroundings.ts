/** How programs are set. */
export interface Settings {
  readonly pageSize: number;
  readonly pollSeconds: number;
  readonly repeatedIds: number;
  /** Whether the feeds begin at the present. */
  readonly beginNow: boolean;
  /** Whether the feeds end when they have caught up, and are started again. */
  readonly once: boolean;
  /** Whether the feeds keep their checkpoint in a database, and own it by a lease. */
  readonly isLeased: boolean;
  /** Whether `keywright-tail` sets bad pages aside; otherwise they are good again once nothing goes wrong any more. */
  readonly setsAside: boolean;
}

/** What the world tells a program, and what it is told. */
export interface Surroundings {
  readonly signal: AbortSignal;
  /** The files of the program. */
  readonly path: string;
  readonly settings: Settings;
  /** Events are handled: what is told here cannot be taken back. */
  deliver(ids: readonly string[]): void;
  /** A feed begins, or hands its page over again: from here events may come again. */
  mayRepeat(): void;
  /** A feed begins that ends when it has caught up: all that has happened by now must be handled when that is called which is given. */
  expectCaughtUp(): () => void;
  /** An error that a user would see. */
  show(error: unknown): void;
  /** How a call ended. */
  report(call: CallReport): void;
  /** The feed's run failed. */
  failed(error: unknown): void;
  /** Sets what a hangup does. */
  onHangup(listener: () => void): void;
  print(text: string): void;
  /** Runs a statement in the database. */
  query(text: string, values: readonly (string | number)[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly secret: string;
  readonly clientId: string;
  readonly token: string;
  readonly vaultUUID: string;
}

/** A call of a client, from its begin to its end. */
export interface CallReport {
  readonly title: string | undefined;
  readonly began: number;
  readonly ended: number;
  readonly totalTimeoutMs: number;
  readonly abortedAt: number | undefined;
  readonly mayRepeat: boolean;
  readonly isEvil: boolean;
  /** Absent if it was done. */
  readonly error?: { readonly code: string | undefined; readonly status: number | undefined; readonly outcome: string | undefined; readonly message: string };
}
