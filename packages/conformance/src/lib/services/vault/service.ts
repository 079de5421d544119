import document from "@keywright/vault/openapi.json" with { type: "json" };
import { operationsOf } from "../../contract/contract.ts";
import { unknownId } from "../../rules/every-operation.ts";
import { needed } from "../../session/outcome.ts";
import { type Examples, found, type Service } from "../../rules/rule.ts";
import { cleanVault } from "./clean.ts";
import { FILE_RULES } from "./file-rules.ts";
import { ITEM_RULES } from "./item-rules.ts";
import { PATCH_RULES } from "./patch-rules.ts";
import { READ_RULES } from "./read-rules.ts";
import { SERVER_RULES } from "./server-rules.ts";
import { disposableVault, firstVault, newItem, openVault, someFiles, someItem, type VaultWorld } from "./world.ts";

/** The rules of the vault server. */
export const VAULT: Service<VaultWorld> = {
  document,
  operations: operationsOf(document),
  open: openVault,
  rules: [...READ_RULES, ...FILE_RULES, ...SERVER_RULES, ...ITEM_RULES, ...PATCH_RULES],
  untested: { "listActivity.jti": "it needs two tokens of one account" },
  examples,
  clean: cleanVault,
};

function examples(operation: string, world: VaultWorld): Examples {
  switch (operation) {
    case "listVaults":
    case "listActivity":
    case "getHeartbeat":
    case "getHealth":
    case "getMetrics":
      return { valid: {} };
    case "getVault":
    case "listItems":
      return { valid: found(() => ({ vaultUUID: firstVault(world).id })) };
    case "getItem":
      return { valid: found(() => someItem(world)) };
    case "listFiles":
    case "getFile":
    case "getFileContent":
      return { valid: found(() => filePath(world)) };
    default:
      return writeExamples(operation, world);
  }
}

function filePath(world: VaultWorld): { readonly [name: string]: string } {
  const { vaultUUID, itemUUID, files } = someFiles(world);
  return { vaultUUID, itemUUID, fileUUID: files[0]?.id ?? "" };
}

/** Writes that must be rejected go to the disposable vault, and to items that do not exist. */
function writeExamples(operation: string, world: VaultWorld): Examples {
  const nothing = { vaultUUID: unknownId(), itemUUID: unknownId() };
  const body = operation === "patchItem" ? [] : newItem(world, nothing.vaultUUID);
  const withBody = operation === "deleteItem" ? {} : { body };
  return {
    valid: found(() => {
      const vaultUUID = disposableVault(world);
      if (operation === "createItem") return { vaultUUID };
      const [itemUUID] = world.made;
      return { vaultUUID, itemUUID: needed(itemUUID, "it needs an item that the run makes: add --tier write") };
    }),
    nowhere: { path: nothing, ...withBody },
  };
}
