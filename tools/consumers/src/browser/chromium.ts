/** Returns the path of Chromium: the value of CHROMIUM, or Debian's path. */
export function chromiumPath(): string {
  return process.env["CHROMIUM"] ?? "/usr/bin/chromium";
}
