import { join } from "node:path";
import { type Contract, operationsOf } from "@keywright/generate/contract";
import { readContract } from "@keywright/generate";
import { ROOT } from "@keywright/tool-test-kit/services";
import { applyPatch, type Operation } from "rfc6902";

const contracts = new Map<string, Promise<Contract>>();

/** Reads the contract of a service, once for all tests. */
export function contractOf(service: string): Promise<Contract> {
  const contract = contracts.get(service) ?? readContract(join(ROOT, "specs", service, "openapi.yaml"));
  contracts.set(service, contract);
  return contract;
}

/**
 * Changes a copy of a contract.
 *
 * @param patch RFC 6902; a path may begin with the name of an operation or of a schema in place of its pointer.
 */
export function sow(contract: Contract, patch: readonly Operation[]): Contract {
  const document = structuredClone(contract.document);
  const copy = { ...contract, document };
  for (const operation of patch) {
    const [problem] = applyPatch(document, [located(copy, operation)]);
    if (problem !== null && problem !== undefined) throw new Error(`${JSON.stringify(operation)} cannot be applied: ${problem.message}`);
  }
  return copy;
}

function located(contract: Contract, operation: Operation): Operation {
  const path = pointer(contract, operation.path);
  return "from" in operation ? { ...operation, path, from: pointer(contract, operation.from) } : { ...operation, path };
}

function pointer(contract: Contract, path: string): string {
  if (path.startsWith("/")) return path;
  const [name = "", ...rest] = path.split("/");
  const operation = operationsOf(contract).find(({ id }) => id === name);
  const start = operation === undefined ? `/components/schemas/${name}` : operation.pointer.slice(1);
  return [start, ...rest].join("/");
}
