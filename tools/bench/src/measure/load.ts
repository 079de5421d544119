import { Pool } from "undici";

/** A request to repeat. */
export interface Load {
  readonly baseUrl: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token: string;
  readonly body: string | null;
}

/** The result of a round of requests. */
export interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Repeats a request on several connections for a time. Each connection sends the next request when its response is complete. */
export async function repeat({ baseUrl, method, path, token, body }: Load, connections: number, forMs: number): Promise<Round> {
  const pool = new Pool(baseUrl, { connections });
  const content = body === null ? {} : { "content-type": "application/json" };
  const request = { method, path, headers: { authorization: `Bearer ${token}`, accept: "application/json", ...content }, body };
  const times: number[] = [];
  const begun = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() < begun + forMs) {
      const sent = performance.now();
      const response = await pool.request(request);
      await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${method} ${path} of ${baseUrl} must return 200, but returned ${response.statusCode}`);
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
