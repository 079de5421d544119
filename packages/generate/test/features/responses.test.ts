import { responses } from "./responses.ts";
import { testFeatures } from "./run-features.ts";

testFeatures([responses]);
