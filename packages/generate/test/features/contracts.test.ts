import { documents } from "./forms.ts";
import { naming } from "./naming.ts";
import { pages } from "./pages.ts";
import { credentials } from "./credentials.ts";
import { secrets, servers } from "./addresses.ts";
import { testFeatures } from "./run-features.ts";

testFeatures([credentials, pages, naming, servers, secrets, documents]);
