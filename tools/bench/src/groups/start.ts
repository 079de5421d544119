import { factoryOf, findServices } from "@keywright/tool-services";
import { interleave } from "../measure/interleave.ts";
import { type Ran, runOnce } from "../measure/run-once.ts";
import { startWorker } from "../measure/worker.ts";
import type { Group, Measurement } from "../row.ts";
import { median, pairedRatios, summary } from "../statistics.ts";

const SERVICES = findServices();

interface Imported {
  readonly importMs: number;
  readonly loadedUndici: boolean;
  readonly hadUndici: boolean;
}

/** What a program waits for before its first answer. */
export const start: Group = {
  name: "start",
  rows: [
    { name: "import", what: "time to import a client / to import openapi-fetch", unit: "×", goal: { atMost: 2 } },
    { name: "no-undici", what: "clients that load undici when they are imported and created", unit: "clients", goal: { atMost: 0 } },
    { name: "first-item", what: "cold process to the first item / openapi-fetch's", unit: "×", goal: { atMost: 1.1 } },
  ],
  async measure({ stage, quick, wants, random }) {
    const measurements: { [row: string]: Measurement } = {};
    const importing = (specifier: string, create = ""): Promise<Ran<Imported>> => runOnce<Imported>(stage, "import-time", specifier, create);
    if (wants("import")) {
      const rounds = await interleave(["openapi-fetch", "@keywright/events"], { rounds: quick ? 9 : 25, random }, (specifier) => importing(specifier));
      const times = (specifier: keyof typeof rounds): number[] => rounds[specifier].map(({ answer }) => answer.importMs);
      const beside = [`${median(times("@keywright/events")).toFixed(1)} ms, openapi-fetch ${median(times("openapi-fetch")).toFixed(1)} ms`];
      measurements["import"] = { ...summary(pairedRatios(times("@keywright/events"), times("openapi-fetch"))), beside };
    }
    if (wants("no-undici")) {
      const loaded: string[] = [];
      for (const service of SERVICES) {
        const { answer } = await importing(`@keywright/${service}`, factoryOf(service));
        if (answer.hadUndici) throw new Error("undici was there before anything was imported: this figure means nothing");
        if (answer.loadedUndici) loaded.push(service);
      }
      measurements["no-undici"] = { figure: loaded.length, beside: loaded };
    }
    if (wants("first-item")) {
      const server = await startWorker(stage, "canned-server");
      try {
        const url = `${await server.ask<string>({})}/1-100-0`;
        const rounds = await interleave(["openapi-fetch", "keywright"], { rounds: quick ? 5 : 15, random }, (by) => runOnce(stage, "first-item", by, url));
        const times = (by: keyof typeof rounds): number[] => rounds[by].map(({ wallMs }) => wallMs);
        const beside = [`${median(times("keywright")).toFixed(0)} ms, openapi-fetch ${median(times("openapi-fetch")).toFixed(0)} ms`];
        measurements["first-item"] = { ...summary(pairedRatios(times("keywright"), times("openapi-fetch"))), beside };
      } finally {
        await server.stop();
      }
    }
    return measurements;
  },
};
