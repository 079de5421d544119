import { Pool } from "undici";

/** A request to repeat. */
export interface Load {
  readonly baseUrl: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token: string;
  readonly body: string | null;
}

/** What a round of requests gave. */
export interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Repeats a request over some connections for a time; each sends the next when its answer is whole. */
export async function repeat({ baseUrl, method, path, token, body }: Load, connections: number, forMs: number): Promise<Round> {
  const pool = new Pool(baseUrl, { connections });
  const content = body === null ? {} : { "content-type": "application/json" };
  const request = { method, path, headers: { authorization: `Bearer ${token}`, accept: "application/json", ...content }, body };
  const times: number[] = [];
  const begun = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() < begun + forMs) {
      const sent = performance.now();
      const answer = await pool.request(request);
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${method} ${path} of ${baseUrl} was answered with ${answer.statusCode}`);
      times.push(performance.now() - sent);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, loop));
  } finally {
    await pool.destroy();
  }
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}
