/** How requests travel; all of it may be left out. */
export interface NodeTransportOptions {
  /**
   * How many connections there are at the most to one origin; further requests wait for one, within their deadlines.
   *
   * @default 128
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long an idle connection is kept, in milliseconds; less where the service says so.
   *
   * @default 4000
   */
  readonly keepAliveMs?: number | undefined;
  /** The proxy to go through, such as `http://proxy.example.com:3128`; a user name and password in it are sent to the proxy alone. It sees where to, and nothing else of `https`. @default none */
  readonly proxy?: string | undefined;
  /**
   * The certificate authorities to trust, in PEM, in place of those that Node trusts. To add one: `[...tls.rootCertificates, own]`, of `node:tls`.
   *
   * @default those of Node
   */
  readonly ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
  /**
   * What happens where undici is not installed, or Bun has its own in its place: `refuse` throws, `fetch` sends by the platform's `fetch`, which is slower and takes neither `proxy` nor `ca`: with one of these it throws, too.
   *
   * @default "refuse"
   */
  readonly withoutUndici?: "refuse" | "fetch" | undefined;
}
