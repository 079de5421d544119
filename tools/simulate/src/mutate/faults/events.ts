import type { Fault } from "../fault.ts";

const MATCH = "events/src/lib/match-event.ts";
const FEATURES = "events/src/lib/require-features.ts";
const OPERATIONS = "events/src/generated/operations.ts";

export const eventsFaults: readonly Fault[] = [
  {
    id: "events-one-value-matches",
    file: MATCH,
    from: ".every(([name, wanted])",
    to: ".some(([name, wanted])",
    loss: "An event matches a pattern of which one value is right.",
  },
  {
    id: "events-inherited-action",
    file: MATCH,
    from: "action !== undefined && Object.hasOwn(cases, action) ?",
    to: "action !== undefined ?",
    loss: "An action named constructor calls what every object has.",
  },
  {
    id: "events-one-feature-is-enough",
    file: FEATURES,
    from: "if (missingFeatures.length === 0) return data;",
    to: "if (missingFeatures.length < features.length) return data;",
    loss: "A token that lacks a feature is found out in the middle of the work.",
  },
  {
    id: "events-unknown-feature",
    file: FEATURES,
    from: "features.every((feature) => known.includes(feature))",
    to: "features.some((feature) => known.includes(feature))",
    loss: "A misspelt feature is sent to the service instead of being named.",
  },
  {
    id: "events-feature-named-twice",
    file: FEATURES,
    from: "[...new Set(features)].filter(",
    to: "features.filter(",
    loss: "A feature that was asked for twice is listed twice as missing.",
  },
  {
    id: "events-list-not-retried",
    tests: ["list-sign-in-attempts"],
    file: OPERATIONS,
    from: 'path: "/api/v2/signinattempts",\n    retry: "safe",',
    to: 'path: "/api/v2/signinattempts",\n    retry: "never",',
    loss: "Sign-in attempts are not read again after a failure of the connection.",
  },
  {
    id: "events-path-of-other-version",
    file: OPERATIONS,
    from: '"/api/v2/itemusages"',
    to: '"/api/v1/itemusages"',
    loss: "Item usages are asked for at an address that is not there.",
  },
  {
    id: "events-ids-by-time",
    file: "events/src/generated/feeds.ts",
    from: 'operationId: "listItemUsages",\n  style: "cursor-body",\n  cursor: "cursor",\n  since: "start_time",\n  items: "items",\n  id: "uuid",',
    to: 'operationId: "listItemUsages",\n  style: "cursor-body",\n  cursor: "cursor",\n  since: "start_time",\n  items: "items",\n  id: "timestamp",',
    loss: "Of two usages at the same time one is dropped as a repetition.",
  },
  {
    id: "events-environment-of-other-service",
    tests: ["environment"],
    file: "events/src/generated/environment.ts",
    from: '{ service: "events", prefix: "KEYWRIGHT_EVENTS" }',
    to: '{ service: "events", prefix: "KEYWRIGHT_EVENT" }',
    loss: "The documented environment variables are not read.",
  },
];
