import { bodies } from "./bodies.ts";
import { parameters } from "./parameters.ts";
import { testFeatures } from "./run-features.ts";

testFeatures([parameters, bodies]);
