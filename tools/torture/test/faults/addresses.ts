const PATH = "/api/audit/v1/logs?after=second";

/** Addresses of a next page that lead elsewhere, or nowhere. `home` and `foreign` are hosts with their ports. */
export const FOREIGN: { readonly [name: string]: (home: string, foreign: string) => string } = {
  "another port": (_home, foreign) => `http://${foreign}${PATH}`,
  "another host name for this machine": (home) => `http://localhost:${home.split(":")[1]}${PATH}`,
  "another host": () => `http://service.example${PATH}`,
  "another scheme": (home) => `https://${home}${PATH}`,
  "a websocket": (home) => `ws://${home}${PATH}`,
  "a user name": (home) => `http://user@${home}${PATH}`,
  "a user name and password": (home) => `http://user:password@${home}${PATH}`,
  "home as the user name": (home, foreign) => `http://${home}@${foreign}${PATH}`,
  "home as user and password, encoded": (home, foreign) => `http://${encodeURIComponent(home)}:x@${foreign}${PATH}`,
  "home as a prefix of the host": (home) => `http://${home.split(":")[0]}.service.example${PATH}`,
  "home as a prefix of the port": (home) => `http://${home}1${PATH}`.replace(/:\d{6,}/, ":1"),
  "relative to the scheme": (_home, foreign) => `//${foreign}${PATH}`,
  "relative with backslashes": (_home, foreign) => `\\\\${foreign}${PATH}`,
  "three slashes": (_home, foreign) => `///${foreign}${PATH}`,
  "slash and backslash": (_home, foreign) => `/\\${foreign}${PATH}`,
  "the scheme without slashes": (_home, foreign) => `https:${foreign}${PATH}`,
  "a tab in the scheme": (_home, foreign) => `ht\ttp://${foreign}${PATH}`,
  "a line break in the slashes": (_home, foreign) => `/\n/${foreign}${PATH}`,
  "blanks in front": (_home, foreign) => `  http://${foreign}${PATH}`,
  "the address as one number": (_home, foreign) => `http://2130706433:${foreign.split(":")[1]}${PATH}`,
  "the address in octal": (_home, foreign) => `http://0177.0.0.1:${foreign.split(":")[1]}${PATH}`,
  "the address as IPv6": (home) => `http://[::ffff:127.0.0.1]:${home.split(":")[1]}${PATH}`,
  "upper case": (_home, foreign) => `HTTP://${foreign}${PATH}`,
  "a dot in full width": () => `http://service。example${PATH}`,
  "a file": () => `file:///etc/passwd?after=second`,
  "a script": () => `javascript:alert(1)//?after=second`,
  data: () => `data:application/json,{}?after=second`,
  "no address": () => `http://[broken${PATH}`,
  "a port that is none": (home) => `http://${home.split(":")[0]}:99999${PATH}`,
};

/** Addresses that lead on at home. */
export const HOME: { readonly [name: string]: (home: string) => string } = {
  whole: (home) => `http://${home}${PATH}`,
  "the path alone": () => PATH,
  "the query alone": () => "?after=second",
  "relative to the folder": () => `logs?after=second`,
  "with dot segments": () => `/api/../api/audit/v1/logs?after=second`,
  encoded: () => "/api/audit/v1/logs?after=%73econd",
  "another path, which is not asked for": () => "/elsewhere?after=second",
  "upper case": (home) => `HTTP://${home}${PATH}`,
  "with a fragment": () => `${PATH}#fragment`,
  "relative to the scheme": (home) => `//${home}${PATH}`,
};

/** Addresses without a position. */
export const NOWHERE: { readonly [name: string]: (home: string) => unknown } = {
  empty: () => "",
  "no position": () => "/api/audit/v1/logs",
  "an empty position": () => "/api/audit/v1/logs?after=",
  "a number": () => 7,
  "an object": () => ({ href: PATH }),
  "an array": () => [PATH],
};

/** Of these, what an action may have as its address: what does not depend on where it was found. */
export const HOME_OF_ACTIONS = [
  "whole",
  "the path alone",
  "another path, which is not asked for",
  "with dot segments",
  "encoded",
  "upper case",
  "with a fragment",
];

/** Ids that would lead elsewhere, were they put into an address as they are. */
export const IDS_TO_ELSEWHERE: readonly ((foreign: string) => string)[] = [
  (foreign) => `//${foreign}/`,
  (foreign) => `\\\\${foreign}\\`,
  (foreign) => `@${foreign}`,
  (foreign) => `user@${foreign}`,
  (foreign) => `:80@${foreign}`,
  (foreign) => `http://${foreign}/`,
  (foreign) => `x HTTP/1.1\r\nHost: ${foreign}\r\n\r\n`,
  () => "..",
  () => ".",
  () => "%2e%2e",
  () => "../../../health",
  () => "..%2f..%2fhealth",
  () => "..\\..\\health",
  () => "x?y=z",
  () => "x#y",
  () => "x;y",
  () => "x\0y",
];
