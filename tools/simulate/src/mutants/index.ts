import type { Mutant } from "../bundle.ts";
import { clientMutants } from "./client.ts";
import { feedMutants } from "./feed.ts";
import { storeMutants } from "./store.ts";
import { tailMutants } from "./tail.ts";

/** Every planted fault. */
export const mutants: readonly Mutant[] = [...feedMutants, ...storeMutants, ...clientMutants, ...tailMutants];
