const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

/** The options of all commands, by their names without dashes. */
export const OPTIONS = {
  "env-file": { ...text, multiple: true, short: "f" },
  "env-from": { ...text, multiple: true },
  scheme: text,
  files: text,
  "no-masking": flag,
  tty: flag,
  "keep-token": flag,
  watch: flag,
  poll: text,
  signal: text,
  "min-interval": text,
  grace: text,
  "in-file": { ...text, short: "i" },
  output: { ...text, short: "o" },
  mode: text,
  "no-newline": { ...flag, short: "n" },
  proxy: text,
  ca: text,
  "allow-insecure-http": flag,
  "offline-copy": text,
  "max-age": text,
  "offline-after": text,
  json: flag,
  help: { ...flag, short: "h" },
  version: { ...flag, short: "V" },
} as const;

/** The options of every command that reads secrets. */
const READING = ["scheme", "proxy", "ca", "allow-insecure-http", "json"] as const;

/** The options of an offline copy. */
export const OFFLINE = ["offline-copy", "max-age", "offline-after"] as const;

/** The commands, each with its own options. The name `run` can be left out. */
export const COMMANDS = {
  run: ["env-file", "env-from", "files", "no-masking", "tty", "keep-token", "watch", "poll", "signal", "min-interval", "grace", ...OFFLINE, ...READING],
  inject: ["in-file", "output", "mode", "watch", "poll", ...OFFLINE, ...READING],
  read: ["no-newline", ...READING],
  check: ["env-file", "env-from", ...READING],
  completion: [],
} as const satisfies { readonly [command: string]: readonly (keyof typeof OPTIONS)[] };

/** The shells that `completion` knows. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** What `--help` prints. */
export const USAGE = `Usage: keywright-run [run] [options] -- COMMAND [argument…]
       keywright-run inject [TEMPLATE] [-o FILE] [options]
       keywright-run read REFERENCE [-n]
       keywright-run check [TEMPLATE…] [options]
       keywright-run completion ${SHELLS.join("|")}

  Runs a command with secrets of a vault in its environment. A value that begins with op:// is a reference, such as
  op://Production/Database/password; in env files and templates, {{ op://Production/Database/password }} is replaced
  inside a text. All other values are passed as they are. If a secret cannot be read, nothing is started or written.

  inject      writes a template with its secrets to FILE, whole or not at all. Default: standard input and output
  read        prints one secret
  check       resolves all secrets, and prints their names and versions without values
  completion  prints the completion for a shell

  --env-file FILE, -f     variables as NAME=value lines, in the format of Node's --env-file; replaces variables of the
                          environment. Can be repeated: the last file wins
  --env-from REFERENCE    a variable for each field of an item or section, such as op://Production/App; check prints which.
                          NAME_=op://Production/App begins them with NAME_. Can be repeated; env files replace them
  --files DIR             pass secrets as files in DIR instead of variables: NAME_FILE has the path of NAME. The files have
                          mode 0400, are in memory if possible, and are removed at the end
  --scheme NAME           the beginning of references, without ://. Default: op
  --no-masking            do not replace secrets in the output by [secret]; the command gets the terminal
  --tty                   the command gets a terminal of its own, whose output is masked: colors, prompts and the window
                          size work. Needs a terminal, and script of util-linux
  --keep-token            also pass KEYWRIGHT_VAULT_TOKEN and KEYWRIGHT_VAULT_TOKEN_FILE to the command
  --watch                 restart the command when a secret changes; with inject, write the file again
  --poll TIME             delay between the requests of --watch, such as 90s or 15m. Default: 60s
  --signal NAME           send a signal instead of the restart, such as HUP; the environment stays as it is
  --min-interval TIME     least time between two restarts or signals. Default: 60s
  --grace TIME            time until SIGKILL: after SIGTERM of a restart, and for processes that the command left when
                          a signal stopped it. Default: 10s
  --in-file FILE, -i      inject: the template, instead of its name alone
  --output FILE, -o       the file that inject writes
  --mode MODE             octal mode of that file. Default: 0600
  --no-newline, -n        read: print no line end after the secret
  --offline-copy FILE     keep the last secrets in FILE, encrypted with the token, and use them while the vault is away: no
                          connection, a time limit, 429, 5xx. Not after 401, 403, 404 or an untrusted certificate
  --max-age TIME          do not use secrets that the vault last confirmed longer ago, such as 90m or 7d. Default: 24h
  --offline-after TIME    how long a request may take before the copy replaces it. Default: 5s
  --proxy URL             use this proxy instead of that of HTTPS_PROXY, HTTP_PROXY and NO_PROXY
  --ca FILE               also trust these certificate authorities (PEM), next to those of Node and NODE_EXTRA_CA_CERTS
  --allow-insecure-http   allow http:// to another machine, such as in a cluster: the token and secrets are in clear text
  --json                  errors, the log, and the result of check as lines of JSON
  --help, --version

Environment:
  KEYWRIGHT_VAULT_URL, and KEYWRIGHT_VAULT_TOKEN or KEYWRIGHT_VAULT_TOKEN_FILE

Exit codes: the command's own; 128 + the signal that ended it, or that signal; 1 a file cannot be read or written;
  2 invalid arguments or environment; 3 a secret cannot be read; 126 the command cannot be run; 127 it does not exist

Examples:
  keywright-run --env-file app.env -- node server.js
  keywright-run --env-file app.env --watch -- node server.js
  keywright-run inject app.yaml.tpl -o app.yaml
  keywright-run check --env-file app.env
`;
