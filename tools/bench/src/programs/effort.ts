/** What something took. */
export interface Effort {
  /** Of this process, its garbage collector and all other threads included. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** Measures what something takes, from a clean heap where the process can have one. */
export async function effortOf(work: () => Promise<unknown>): Promise<Effort> {
  (globalThis as { gc?: () => void }).gc?.();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  const wallMs = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs };
}
