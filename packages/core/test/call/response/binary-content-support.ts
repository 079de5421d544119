export const bytesOf = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);

export const three = [bytesOf(1, 2), bytesOf(3), bytesOf(4, 5, 6)];

/** Reads a stream to its end, or to its error. */
export async function readAll(stream: ReadableStream<Uint8Array>): Promise<{ readonly bytes: number[]; readonly error?: unknown }> {
  const bytes: number[] = [];
  try {
    for await (const piece of stream) bytes.push(...piece);
    return { bytes };
  } catch (error) {
    return { bytes, error };
  }
}
