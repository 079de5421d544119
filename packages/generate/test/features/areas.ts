import { secrets, servers } from "./addresses.ts";
import { bodies } from "./bodies.ts";
import { choices } from "./choices.ts";
import { credentials } from "./credentials.ts";
import type { Area } from "./feature.ts";
import { documents } from "./forms.ts";
import { naming } from "./naming.ts";
import { pages } from "./pages.ts";
import { parameters } from "./parameters.ts";
import { responses } from "./responses.ts";

/** All features, in the order of the table of what a contract may use. */
export const AREAS: readonly Area[] = [documents, parameters, bodies, responses, credentials, pages, naming, servers, secrets, choices];
