import { connect, type Socket } from "node:net";

/** A request to repeat. */
export interface Load {
  readonly baseUrl: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly token: string;
  readonly body?: string;
}

/** What a round of requests gave. */
export interface Round {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Repeats a request over some connections for a time; each sends the next when its answer is whole. */
export async function repeat({ baseUrl, method, path, token, body }: Load, connections: number, forMs: number): Promise<Round> {
  const { hostname, port, host } = new URL(baseUrl);
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${token}`, "Accept: application/json"];
  const length = body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
  const request = `${[...head, ...length].join("\r\n")}\r\n\r\n${body ?? ""}`;
  const times: number[] = [];
  const begun = performance.now();
  const ends = begun + forMs;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      while (performance.now() < ends) {
        const sent = performance.now();
        socket.write(request);
        const status = await readAnswer(socket);
        if (status !== 200) throw new Error(`${method} ${path} of ${baseUrl} was answered with ${status}`);
        times.push(performance.now() - sent);
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/** Reads one answer, by its length or to the end of its chunks. */
function readAnswer(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    const settle = (end: () => void): void => {
      socket.off("data", onData).off("close", onClose).off("error", onClose);
      end();
    };
    const onClose = (): void => settle(() => reject(new Error("the connection ended before its answer was whole")));
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n");
      if (head < 0) return;
      const announced = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head));
      const whole = announced === null ? text.endsWith("0\r\n\r\n") : text.length >= head + 4 + Number(announced[1]);
      if (whole) settle(() => resolve(Number(text.slice(9, 12))));
    };
    socket.on("data", onData).on("close", onClose).on("error", onClose);
  });
}
