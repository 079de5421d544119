/** A vault whose item 7 is the one that is watched. */
export const LARGE_VAULT = { id: "v".padEnd(26, "0"), name: "Large", items: 100_000, tag: "watched", watched: 7 } as const;

/** The interval of polls in milliseconds. */
export const POLL_MS = 1000;
