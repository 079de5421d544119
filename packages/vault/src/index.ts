import { write } from "openapi-fetch";
import type { Plugin } from "esbuild";
