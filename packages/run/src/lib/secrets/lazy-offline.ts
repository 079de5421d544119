export { offlineCopy } from "@keywright/vault/node";
