import { answering } from "./answering.ts";
import { clients, type ClientName } from "./clients/clients.ts";
import { effortOf } from "./effort.ts";

/** What a round asks for. */
export interface RequestRound {
  /** 2 KB of JSON, or a page of 1,000 events. */
  readonly answer: "small" | "page";
  readonly calls: number;
  readonly inFlight: number;
}

const [name = "", baseUrl = ""] = process.argv.slice(2);
const client = await clients[name as ClientName](baseUrl);

answering("ready", ({ answer, calls, inFlight }: RequestRound) =>
  effortOf(async () => {
    let left = calls;
    const loop = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await client[answer]();
      }
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
  }),
);
