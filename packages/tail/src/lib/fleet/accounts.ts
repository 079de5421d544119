import { UsageError } from "@keywright/cli-kit";
import type { PostgresQuery } from "@keywright/core/postgres";
import { readConfig } from "../command/config-file.ts";
import { type Account, accountOf, fillTemplate, type FleetFile, readFleetFile } from "../command/fleet-file.ts";
import { serviceOf, type StreamName } from "../events/streams.ts";
import { reasonOf } from "../report/error-message.ts";

/** The accounts of a fleet, as the file or the query has them now. */
export interface Accounts {
  /**
   * Reads them again, and returns their streams, of the names that the worker was started with.
   * After an error, and if there are none now, those of before remain.
   */
  refresh(): Promise<readonly { readonly account: string; readonly stream: StreamName; readonly target: string }[]>;
  /**
   * Returns where the stream of an account is: its address and the reference of its token.
   *
   * @throws UsageError if there is no such account, or it lacks the value of a placeholder.
   */
  placeOf(account: string, stream: StreamName): { readonly url: string; readonly token: string };
}

/**
 * Creates the accounts of a file.
 *
 * @param config Path of the file of a fleet.
 * @param target What their rows have as the target: the table of events.
 * @param warn Receives what is left out, each once.
 */
export function createAccounts(config: string, target: string, query: PostgresQuery, warn: (message: string) => void): Accounts {
  let current: { readonly file: FleetFile; readonly accounts: ReadonlyMap<string, Account> } | undefined;
  let started: readonly StreamName[] | undefined;
  const warned = new Set<string>();

  function warnOnce(message: string): void {
    if (!warned.has(message)) warn(message);
    warned.add(message);
  }

  /** A row that has no name must not keep the others from their accounts. */
  function accountsOf(row: unknown, index: number): readonly Account[] {
    try {
      return [accountOf(row)];
    } catch (error) {
      const name: unknown = Reflect.get(Object(row), "account");
      const which = typeof name === "string" ? `the row of ${JSON.stringify(name.slice(0, 200))}` : `row ${index + 1}`;
      warnOnce(`${which} of the accounts' query is left out: ${reasonOf(error, []).message}`);
      return [];
    }
  }

  return {
    async refresh() {
      const file = readFleetFile(readConfig(config));
      const listed = "query" in file.accounts ? (await query(file.accounts.query, [])).flatMap(accountsOf) : file.accounts;
      // The first row of an account has precedence.
      const accounts = new Map([...listed].reverse().map((account) => [account.name, account]));
      if (accounts.size > 0 || current === undefined) current = { file, accounts };
      const streams = (started ??= file.streams);
      if (streams.join() !== file.streams.join()) warnOnce(`the configuration file now has the streams ${file.streams.join(", ")}: restart the workers`);
      return [...accounts.keys()].flatMap((account) => streams.map((stream) => ({ account, stream, target })));
    },
    placeOf(name, stream) {
      const account = current?.accounts.get(name);
      const template = current?.file.services[serviceOf(stream)];
      if (account === undefined || template === undefined) throw new UsageError(`the configuration has no ${stream} of the account ${name}`);
      return { url: fillTemplate(template.url, account), token: fillTemplate(template.token, account) };
    },
  };
}
