import { expect, it, onTestFinished } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { openSecrets } from "../src/lib/secrets/fresh-secrets.ts";
import { readVariables } from "../src/lib/secrets/wanted.ts";
import { SECRETS, serveVault } from "./support.ts";

it("secrets are kept however long the server is away, because the command keeps them, too", async () => {
  const vault = await serveVault();
  const reference = "op://Production/Database/password";
  const source = await readVariables({ PASSWORD: reference }, { envFiles: [], envFrom: [], scheme: "op", keepToken: false });
  const clock = fakeClock();
  const secrets = await openSecrets(source, vault.env, {
    network: { proxy: undefined, ca: undefined, allowInsecureHttp: false },
    scheme: "op",
    pollMs: 1_000_000_000,
    clock,
  });
  onTestFinished(() => secrets.close());
  await clock.advance(900_000_000);
  expect((await secrets.read())(reference)).toBe(SECRETS.database);
});
