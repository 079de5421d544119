import { checkValue, rejectInput } from "../../call/request/check-input.ts";
import type { Operation } from "../../contract.ts";
import type { WriteBody } from "../../pipeline.ts";

/** Writes lines of JSON: an iterable at once, to be sent again; an async one while it is sent. */
export const writeLines: WriteBody = (operation, value) => {
  const mediaType = operation.body?.mediaType ?? "application/x-ndjson";
  if (isIterable(value)) return { body: Array.from(value, (item, index) => lineOf(operation, item, index)).join(""), mediaType };
  if (!isAsyncIterable(value)) return rejectInput(operation.id, "body", "must be an array, an iterable or an async iterable of values", value);
  const values = value[Symbol.asyncIterator]();
  let index = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value: item } = await values.next();
        if (done === true) return controller.close();
        try {
          controller.enqueue(new TextEncoder().encode(lineOf(operation, item, index++)));
        } catch (error) {
          // As in a `for await` that throws: the source closes, and the first failure is thrown.
          await Promise.resolve()
            .then(() => values.return?.())
            .catch(() => {});
          throw error;
        }
      },
      async cancel() {
        await values.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, mediaType };
};

function lineOf({ id, body }: Operation, item: unknown, index: number): string {
  if (item === undefined) rejectInput(id, `body[${index}]`, "must be a value that JSON can carry", item);
  checkValue(id, ["body", index], item, body?.items);
  return `${JSON.stringify(item)}\n`;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return Object(value) === value && Symbol.iterator in (value as object);
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return Object(value) === value && Symbol.asyncIterator in (value as object);
}
