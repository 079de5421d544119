import { UsageError } from "@keywright/cli-kit";
import type { PostgresQuery } from "@keywright/core/postgres";
import { readConfig } from "../command/config-file.ts";
import { type Account, accountOf, fillTemplate, type FleetFile, readFleetFile } from "../command/fleet-file.ts";
import { serviceOf, type StreamName } from "../events/streams.ts";

/** The accounts of a fleet, as the file or the query has them now. */
export interface Accounts {
  /** Reads them again, and returns their streams. After an error, those of before remain. */
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
 */
export function createAccounts(config: string, target: string, query: PostgresQuery): Accounts {
  let current: { readonly file: FleetFile; readonly accounts: ReadonlyMap<string, Account> } | undefined;

  return {
    async refresh() {
      const file = readFleetFile(readConfig(config));
      const listed = "query" in file.accounts ? (await query(file.accounts.query, [])).map(accountOf) : file.accounts;
      // The first row of an account has precedence.
      const accounts = new Map([...listed].reverse().map((account) => [account.name, account]));
      current = { file, accounts };
      return [...accounts.keys()].flatMap((account) => file.streams.map((stream) => ({ account, stream, target })));
    },
    placeOf(name, stream) {
      const account = current?.accounts.get(name);
      const template = current?.file.services[serviceOf(stream)];
      if (account === undefined || template === undefined) throw new UsageError(`the configuration of this worker has no ${stream} of the account ${name}`);
      return { url: fillTemplate(template.url, account), token: fillTemplate(template.token, account) };
    },
  };
}
