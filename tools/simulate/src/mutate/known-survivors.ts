/** Faults that no test finds, each with the reason. */
export const KNOWN_SURVIVORS: { readonly [id: string]: string } = {};
