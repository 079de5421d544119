const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const flag = { type: "boolean", default: false } as const;

/** The options by their names without dashes. */
export const OPTIONS = {
  vault: text,
  management: text,
  events: text,
  tier: texts,
  "disposable-vault": text,
  "foreign-vault": text,
  "disposable-person": texts,
  "disposable-user": text,
  "deletable-user": text,
  workflow: text,
  run: text,
  variable: text,
  format: text,
  out: text,
  timeout: text,
  "allow-insecure-http": flag,
  help: { ...flag, short: "h" },
  version: { ...flag, short: "V" },
} as const;

/** What `--help` prints. */
export const USAGE = `Usage: keywright-conformance [--vault URL] [--management URL] [--events URL] [options]

  Checks whether a server follows the contract of the vault server, the management service or the events API, and prints
  for each operation and rule whether it held, with the request and response that show it.

  --tier NAME               read: sends only what reads, and requests tokens (always on)
                            write: also writes, only to what these options name, and restores it:
                            --disposable-vault, --disposable-person, --disposable-user
                            faults: also sends requests that must be rejected. Can be repeated
  --disposable-vault ID     a vault for new items, which are deleted at the end
  --disposable-person MAIL  the primary email address of a person whose properties are changed and restored;
                            a second one tests conflicts
  --disposable-user ID      an active SCIM user whose attributes are changed and restored
  --deletable-user ID       a SCIM user who is deleted for good
  --foreign-vault ID        a vault that the token cannot access
  --workflow ID, --run ID   a workflow and one of its runs
  --variable ID             a variable of the workflow that is not secret
  --format FORMAT           text, json or junit. Default: text
  --out FILE                writes the report to a file. Default: standard output
  --timeout TIME            for each request, such as 90s or 2m. Default: 30s
  --allow-insecure-http     also sends credentials to another machine without encryption
  --help, --version

Environment:
  KEYWRIGHT_VAULT_TOKEN, KEYWRIGHT_MANAGEMENT_TOKEN, KEYWRIGHT_EVENTS_TOKEN, or a file of each as …_TOKEN_FILE
  KEYWRIGHT_MANAGEMENT_CLIENT_ID with KEYWRIGHT_MANAGEMENT_CLIENT_SECRET, in place of the token
  KEYWRIGHT_EVENTS_LIMITED_TOKEN: a second token with fewer features

Exit codes: 0 all tested rules held; 1 a rule is broken, or something was left behind; 2 invalid arguments or environment;
  3 a service could not be tested; 130 interrupted

Examples:
  keywright-conformance --vault https://vault.example.com
  keywright-conformance --vault https://vault.example.com --tier write --tier faults --disposable-vault iihcwjkpp63v2nsmo436sdbeuu
`;
