/** The Chromium that the tests start: the one that CHROMIUM names, or Debian's. */
export function chromiumPath(): string {
  return process.env["CHROMIUM"] ?? "/usr/bin/chromium";
}
