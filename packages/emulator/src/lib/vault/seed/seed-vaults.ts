import { toBase64 } from "../../core/bytes/bytes.ts";
import type { Random } from "../../core/values/random.ts";
import type { FileDraft, ItemDraft, VaultDraft } from "../../../generated/seed.ts";

/** Ids of the contract's examples, so that their requests work, and of files after them. */
const IDS = {
  production: "iihcwjkpp63v2nsmo436sdbeuu",
  team: "rewrcj5xs2ovy42qpnspw2zgjf",
  board: "rl47eruhlc6gzssqw4f53edr2k",
  portal: "u32zhgb7j43k2omdbw7g2jcgsk",
  database: "uqwwbb2wj6vyl6rio5v3nxeagi",
  network: "zkapfsoyz4cdjnva3vg73dlpor",
  codes: "orpr6rjgurmv3bna34n5hdvlgb",
  runbook: "3ksri6hjnrr3oewmb3md7enu2w",
  architecture: "ajxg5daaze33tx6styw6ri5zno",
  restore: "r3stor5xs2ovy42qpnspw2zgjf",
  sample: "sampl36wj6vyl6rio5v3nxeagi",
} as const;

const ITEM_IDS: { readonly [category: string]: string } = { DATABASE: IDS.database, WIRELESS_ROUTER: IDS.network };

/** A field as label, type and value. */
type Row = readonly [label: string, type: string, value: string];

/** Returns an item of each category; each known type of field occurs. */
const BY_CATEGORY: readonly (readonly [category: string, title: string, ...rows: readonly Row[]])[] = [
  ["PASSWORD", "Office door code"],
  ["API_CREDENTIAL", "Exchange rate service", ["credential", "CONCEALED", "example-key-1"], ["valid until", "DATE", "2027-03-31"]],
  ["SERVER", "Build server", ["address", "URL", "https://build.example.com"], ["admin", "STRING", "builder"]],
  ["DATABASE", "Reporting database", ["server", "STRING", "reports.db.example.com"], ["engine", "MENU", "postgresql"]],
  [
    "CREDIT_CARD",
    "Travel card",
    ["number", "CREDIT_CARD_NUMBER", "4111111111111111"],
    ["kind", "CREDIT_CARD_TYPE", "visa"],
    ["expires", "MONTH_YEAR", "202712"],
  ],
  ["MEMBERSHIP", "Library", ["joined", "MONTH_YEAR", "2021/06"], ["phone", "PHONE", "+33 1 23 45 67 89"]],
  ["PASSPORT", "Passport", ["number", "STRING", "EX1234567"], ["born on", "DATE", "1988-11-02"]],
  ["SOFTWARE_LICENSE", "Diagram editor", ["key", "CONCEALED", "AAAA-BBBB-CCCC"], ["vendor", "REFERENCE", "library"]],
  ["OUTDOOR_LICENSE", "Fishing license", ["valid until", "DATE", "2026-12-31"]],
  ["SECURE_NOTE", "Who to ask about payroll"],
  ["WIRELESS_ROUTER", "Guest network", ["network name", "STRING", "example-guests"], ["password", "CONCEALED", "example-password-3"]],
  ["BANK_ACCOUNT", "Business account", ["IBAN", "STRING", "FR7612345678901234567890123"], ["PIN", "CONCEALED", "0000"]],
  ["DRIVER_LICENSE", "Driving license", ["address", "ADDRESS", "1 Example Street, Paris"]],
  ["IDENTITY", "Finance Lead", ["e-mail", "EMAIL", "finance.lead@example.com"], ["sex", "GENDER", "female"]],
  ["REWARD_PROGRAM", "Rail points", ["number", "STRING", "99887766"]],
  ["EMAIL_ACCOUNT", "Shared mailbox", ["server", "STRING", "imap.example.com"], ["address", "EMAIL", "team@example.com"]],
  ["SOCIAL_SECURITY_NUMBER", "Social security", ["number", "CONCEALED", "078-05-1120"]],
  ["MEDICAL_RECORD", "Vaccinations", ["card", "FILE", "vaccinations.pdf"]],
  ["SSH_KEY", "Deployment key", ["private key", "SSHKEY", "-----BEGIN OPENSSH PRIVATE KEY-----\nexample\n-----END OPENSSH PRIVATE KEY-----"]],
  ["DOCUMENT", "Office lease"],
  ["CUSTOM", "Badge printer", ["model", "STRING", "P-100"]],
];

/** Returns vaults, items and files of each kind. The token's scope excludes the last vault. */
export function defaultVaults(random: Random): readonly VaultDraft[] {
  return [
    {
      id: IDS.production,
      name: "Production",
      description: "Credentials of the systems that customers use.",
      items: [financePortal(random), ...BY_CATEGORY.map(([category, title, ...rows]) => itemOf(category, title, rows)), oldPortal()],
    },
    { id: IDS.team, name: "Team", description: "Shared with everyone.", type: "EVERYONE", items: logins("Team", 12) },
    { name: "Automation", description: "The server's own.", type: "PERSONAL", items: logins("Robot", 5) },
    { name: "Handover", description: "On its way to another account.", type: "TRANSFER", items: logins("Transferred", 3) },
    { id: IDS.board, name: "Board", description: "Not for machines.", items: logins("Board", 4), inScope: false },
  ];
}

function financePortal(random: Random): ItemDraft {
  const secret = random.id().toUpperCase();
  return {
    id: IDS.portal,
    title: "Finance portal",
    category: "LOGIN",
    favorite: true,
    tags: ["finance", "production"],
    urls: [
      { label: "website", primary: true, href: "https://portal.example.com/login" },
      { label: "status page", primary: false, href: "https://status.example.com" },
    ],
    sections: [{ id: "security", label: "Security" }],
    fields: [
      { purpose: "USERNAME", value: "finance-lead" },
      { purpose: "PASSWORD", generate: true, recipe: { length: 24, characterSets: ["LETTERS", "DIGITS"] } },
      { purpose: "NOTES", value: "The password is changed every quarter." },
      {
        section: { id: "security" },
        type: "OTP",
        label: "one-time password",
        value: `otpauth://totp/Finance%20Portal:finance-lead?secret=${secret}&issuer=Finance%20Portal`,
      },
      { section: { id: "security" }, type: "DATE", label: "last review", value: "2026-01-30" },
    ],
    files: [
      {
        id: IDS.codes,
        name: "recovery-codes.txt",
        text: "Recovery code one: example-recovery-1\nRecovery code two: example-recovery-2\n",
        section: { id: "security" },
      },
      { name: "every-byte.bin", contentBase64: toBase64(Uint8Array.from({ length: 256 }, (_unused, index) => index)) },
      { id: IDS.runbook, name: "runbook.txt", text: "Ask the Finance Lead before the portal is restarted.\n" },
      { name: "Übergabe – 引き継ぎ.txt", text: "Ask the Finance Lead before the portal is restarted.\n" },
    ],
  };
}

function itemOf(category: string, title: string, rows: readonly Row[]): ItemDraft {
  const files = FILES[category];
  const id = ITEM_IDS[category];
  const fields: readonly NonNullable<ItemDraft["fields"]>[number][] = rows.map(([label, type, value]) => ({ type, label, value }));
  const password = { purpose: "PASSWORD", value: "example-password-1" } as const;
  const notes = { purpose: "NOTES", value: "Ask the Finance Lead." } as const;
  return {
    ...(id === undefined ? {} : { id }),
    title,
    category,
    tags: [category.toLowerCase().replaceAll("_", "-")],
    fields: [...fields, ...(category === "PASSWORD" || category === "SERVER" ? [password] : []), ...(category === "SECURE_NOTE" ? [notes] : [])],
    ...(files === undefined ? {} : { files }),
  };
}

/** Files above, at and below the usual limit, and on each side of it if the size is unknown. */
const FILES: { readonly [category: string]: readonly FileDraft[] } = {
  DATABASE: [
    { id: IDS.architecture, name: "architecture.pdf", contentBase64: pages(348_160) },
    { id: IDS.restore, name: "restore.txt", text: "Restore the last backup, and then the journal.\n" },
    // Exactly 100 kilobytes.
    { id: IDS.sample, name: "sample.bin", contentBase64: pages(102_400) },
  ],
  SERVER: [
    { name: "trace.bin", contentBase64: pages(60_000), sizeKnown: false },
    { name: "core-dump.bin", contentBase64: pages(150_000), sizeKnown: false },
  ],
  DOCUMENT: [{ name: "lease.pdf", contentBase64: pages(2048) }],
};

function pages(sizeBytes: number): string {
  return btoa("".padEnd(sizeBytes, "%PDF-1.7 a page of nothing in particular\n"));
}

function oldPortal(): ItemDraft {
  return { title: "Finance portal (old)", category: "LOGIN", state: "ARCHIVED", tags: ["finance"], fields: [{ purpose: "USERNAME", value: "finance-lead" }] };
}

/** Returns items of category LOGIN. */
export function logins(name: string, count: number): readonly ItemDraft[] {
  return Array.from({ length: count }, (_unused, index) => ({
    title: `${name} login ${index + 1}`,
    category: "LOGIN",
    tags: [index % 2 === 0 ? "even" : "odd"],
    urls: [{ label: "website", primary: true, href: `https://${index + 1}.example.com` }],
    fields: [
      { purpose: "USERNAME", value: `user-${index + 1}` },
      { purpose: "PASSWORD", generate: true },
    ],
  }));
}
