/** A seed file in YAML with every property; `#` without a space turns a property off. */
export const SAMPLE = `# yaml-language-server: $schema=node_modules/@keywright/emulator/seed.schema.json
#
# Initial state of keywright-emulator. Start it with: keywright-emulator --seed FILE
# What is left out comes from the default state. Remove the # before a property to use it.

# Seed of ids, tokens and probabilities.
#randomSeed: 1

# Initial time. The clock runs from there.
#time: 2026-03-02T12:00:00Z

management:
  # A number of people, such as 20, or the people. They have the properties that the service returns.
  people:
    - firstName: Ada
      lastName: Okafor
      email: ada.okafor@acme.test
      jobTitle: Finance Lead
      # Names. Unknown ones are added.
      teams: [Finance, Night shift]
      location: Lagos
      locationTimezone: Africa/Lagos
      costCenter: CC-410
    - firstName: Ben
      lastName: Ito
      email: ben.ito@acme.test
      personType: Contractor
      startDate: 2026-01-12
      # Id or email address of another person.
      lineManager: ada.okafor@acme.test

  # A number of users, or the users. Their domains are verified; the first one consents to requests of programs.
  users:
    - userName: ada.okafor@acme.test
      name: { givenName: Ada, familyName: Okafor }
      roles: [{ value: Administrator, display: Administrator, primary: true }]
  #verifiedDomains: [acme.test]

  # Programs with their credentials. Without scopes, they have all.
  apps:
    - clientId: my-client
      clientSecret: my-client-secret
      name: My program
      redirectUris: ["http://127.0.0.1:8765/callback"]

  # The first token has all scopes of the first app.
  token: my-management-token
  tokens:
    - value: my-audit-token
      scopes: [AuditLog.Read]
      expiresInSeconds: 3600
  #tokenSeconds: 3600

  # A number of workflow runs, or the runs.
  runs:
    - workflow: Order a desk
      status: Waiting
      signals: [Ship, Cancel]
      context: { variables: { color: oak } }
    - workflow: Order a desk
      status: Completed

  # A number of audit events, or the events in order.
  auditEvents: 100

vault:
  # A number of vaults, or the vaults.
  vaults:
    - name: Production
      description: Secrets of programs.
      items:
        - title: Portal
          category: LOGIN
          tags: [finance]
          urls: [{ label: website, primary: true, href: https://portal.acme.test }]
          fields:
            - { purpose: USERNAME, value: ada }
            - { purpose: PASSWORD, generate: true, recipe: { length: 24, characterSets: [LETTERS, DIGITS] } }
          files:
            - { name: note.txt, text: Ask Ada. }
    - name: Team
      type: EVERYONE
      # A number of logins.
      items: 12
    - name: Board
      # The first token cannot open it.
      inScope: false

  token: my-vault-token
  tokens:
    - value: my-board-token
      vaults: [Board]
  #inlineLimitKilobytes: 100
  #writesReturnOldVersion: true
  #activityRecords: 180

events:
  # A number of events in each stream.
  eventsPerStream: 100
  # A number for one stream, or its events in order.
  signinattempts:
    - category: mfa_failed
      type: totp_bad
      country: NG
      target_user: { name: Ada Okafor, email: ada.okafor@acme.test }
  #itemusages: 20
  #auditevents: 20

  token: my-events-token
  tokens:
    - value: my-sign-in-token
      features: [signinattempts]
  #msp: true
`;
