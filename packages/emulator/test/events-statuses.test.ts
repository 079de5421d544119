import { describe } from "vitest";
import { eventsContract } from "../src/lib/events/contract.ts";
