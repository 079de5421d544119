import { createAccounts, type AccountStart } from "../../core/create-accounts.ts";
import type { Emulated } from "../../core/emulated.ts";

/** Opens the accounts of a service as one service, for the command. */
export function openAccounts(count: number, open: (start: AccountStart) => Emulated): Emulated {
  const opened: Emulated[] = [];
  const { names, of, tokenOf, handle, fetch } = createAccounts(count, (start) => {
    const service = open(start);
    // The others are only reached by requests.
    if (opened.length === 0) opened.push(service);
    return service.emulator;
  });
  const [firstToken = "", lastToken = ""] = [names[0] ?? "", names.at(-1) ?? ""].map(tokenOf);
  return {
    ...opened[0],
    emulator: { ...of(names[0] ?? ""), handle, fetch },
    facts: () => ({ accounts: count, token: firstToken, lastToken }),
    lines: () => [`tokens ${firstToken} to ${lastToken}`],
  };
}
