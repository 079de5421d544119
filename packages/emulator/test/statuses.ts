import { describe, expect, test } from "vitest";
import type { EmulatorOptions, Fault, InjectedFault } from "../src/index.ts";
import type { OperationSpec } from "../src/lib/core/schemas/operation-spec.ts";

/** What a test looks at in an answer. */
interface StatusAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** How the documented answers of a service are reached. */
export interface StatusTable<E> {
  /** The operations of its contract. */
  readonly operations: readonly OperationSpec[];
  /** Makes an emulator with these options, among others of its own. */
  readonly make: (options: EmulatorOptions) => E;
  /** What reaches a status, by operation, by what the service does. Bodies may have {@link BODY_LIMIT} bytes. */
  readonly reached: { readonly [operationId: string]: { readonly [status: number]: (emulator: E) => Promise<StatusAnswer> } };
  /** The bodies of those that no rule of the source causes, reached by an injected fault. */
  readonly injected: { readonly [operationId: string]: { readonly [status: number]: unknown } };
}

/** Bytes of the longest body that these emulators read. */
export const BODY_LIMIT = 1500;

/** Registers a test for each documented status of each operation, and one that none is left out or invented. */
export function testStatuses<E extends { inject(fault: Fault): InjectedFault }>({ operations, make, reached, injected }: StatusTable<E>): void {
  describe.each(operations.map(({ id, responses }) => ({ id, statuses: [...responses.keys()] })))("$id", ({ id, statuses }) => {
    const behaviour = reached[id] ?? {};
    const faults = Object.entries(injected[id] ?? {}).map(([status, body]) => ({ status: Number(status), body }));

    test.each(Object.keys(behaviour).map(Number))("reaches its documented status %i by what the service does", async (status) => {
      const asked: (string | undefined)[] = [];
      const emulator = make({ bodyLimitBytes: BODY_LIMIT, onExchange: ({ operationId }) => asked.push(operationId) });
      expect((await behaviour[status]?.(emulator))?.status).toBe(status);
      expect(asked.at(-1)).toBe(id);
    });

    test.each(faults)("reaches its documented status $status by an injected fault, for no rule causes it", async ({ status, body }) => {
      const emulator = make({});
      emulator.inject({ operationId: id, response: { status, body } });
      const succeed = behaviour[200] ?? behaviour[204];
      expect(await succeed?.(emulator)).toMatchObject({ status, body });
      expect((await succeed?.(emulator))?.status).toBeLessThan(300);
    });

    test("has no other status, and none twice", () => {
      expect([...Object.keys(behaviour).map(Number), ...faults.map(({ status }) => status)].sort()).toEqual([...statuses].sort());
    });
  });
}
