import type { Browser } from "playwright";

/** Returns the path of Chromium: the value of CHROMIUM, or Debian's path. */
export function chromiumPath(): string {
  return process.env["CHROMIUM"] ?? "/usr/bin/chromium";
}

export async function startChromium(...args: readonly string[]): Promise<Browser> {
  // It takes a moment to load, which programs that only look for the path do not need.
  const { chromium } = await import("playwright");
  return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu", ...args] });
}
