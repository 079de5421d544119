import { operationsOf } from "../../contract/contract.ts";
import document from "@keywright/management/openapi.json" with { type: "json" };
import { type Examples, found, type Service } from "../../rules/rule.ts";
import { AUDIT_RULES } from "./audit-rules.ts";
import { cleanManagement } from "./clean.ts";
import { PERSON_RULES } from "./person-rules.ts";
import { READ_RULES, someRun } from "./read-rules.ts";
import { TOKEN_RULES } from "./token-rules.ts";
import { USER_RULES } from "./user-rules.ts";
import { type ManagementWorld, openManagement, patchOf } from "./world.ts";

const CONSENT = "it needs the consent of a user in a browser";
const SIGNAL = "a fired signal cannot be taken back";

/** The rules of the management service. */
export const MANAGEMENT: Service<ManagementWorld> = {
  document,
  operations: operationsOf(document),
  open: openManagement,
  rules: [...TOKEN_RULES, ...READ_RULES, ...PERSON_RULES, ...USER_RULES, ...AUDIT_RULES],
  untested: {
    "issueToken.code-once": CONSENT,
    "issueToken.code-expires": CONSENT,
    "issueToken.code-redirect": CONSENT,
    "issueToken.refresh": CONSENT,
    "issueToken.lifetime": "it takes as long as a token is valid",
    "getWorkflowRun.secret": "it would read secret variables",
    "updatePerson.created": "a new location or cost center cannot be removed",
    "patchScimUser.managed": "a server that breaks the rule would change a managed user",
    "patchScimUser.domain": "no operation creates a user",
    "deleteScimUser.managed": "a server that breaks the rule would delete a managed user",
    "fireSignal.scope": SIGNAL,
    "fireSignal.continues": SIGNAL,
    "fireSignal.once": SIGNAL,
  },
  examples,
  clean: cleanManagement,
};

function examples(operation: string, world: ManagementWorld): Examples {
  const nobody = crypto.randomUUID();
  const { disposablePeople, disposableUser } = world.session.named;
  const [person] = disposablePeople;
  switch (operation) {
    case "issueToken":
      return { valid: world.session.credentials.client === undefined ? "set KEYWRIGHT_MANAGEMENT_CLIENT_ID" : {} };
    case "getWorkflowRun":
      return { valid: found(() => someRun(world)), nowhere: { path: { workflowId: nobody, runId: nobody } } };
    case "updatePerson":
      return {
        valid: person === undefined ? "name a person for it by --disposable-person" : { path: { id: person } },
        nowhere: { path: { id: nobody }, body: { jobTitle: world.marker } },
      };
    case "patchScimUser":
      return {
        valid: disposableUser === undefined ? "name a user for it by --disposable-user" : { path: { userId: disposableUser } },
        nowhere: { path: { userId: nobody }, body: patchOf([{ op: "replace", path: "active", value: true }]) },
      };
    case "deleteScimUser":
      return { valid: "a deleted user cannot be restored", nowhere: { path: { userId: nobody } } };
    default:
      return { valid: {} };
  }
}
