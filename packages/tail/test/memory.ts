/** The limit of memory in MiB of the files for a service, and the options of Node that keep the command below it. */
export const MEMORY_MIB = 192;
export const NODE_OPTIONS = "--max-old-space-size=80 --max-semi-space-size=4";
