import { relative } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { takePictures } from "./emulator-pictures.ts";
import { ROOT } from "./places.ts";

readCommandLine("Usage: npx pnpm pictures\n  Takes the pictures of the emulator's page with Chromium.", {});
for (const path of await takePictures()) console.log(relative(ROOT, path));
