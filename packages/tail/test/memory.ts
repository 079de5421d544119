/** The limit of memory in MiB of the files for a service, and the options of Node that keep the command below it. */
export const MEMORY_MIB = 176;
export const NODE_OPTIONS = "--max-old-space-size=64 --max-semi-space-size=4";
