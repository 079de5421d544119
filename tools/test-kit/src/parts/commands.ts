import { LANES } from "./check-parts.ts";
import { after, cli, type Command, type Parts } from "./part.ts";
import { TEST_PARTS } from "./test-parts.ts";

const RELEASE_PARTS: Parts = {
  version: after("changeset version", cli("sets versions and changelogs from the change sets", "contracts/src/changelog-cli.ts")),
  pack: cli("builds and packs a commit twice, and checks the tarballs", "release/src/pack-cli.ts"),
  publish: cli("stages the tarballs that the registry does not have", "release/src/publish-cli.ts", "[folder]"),
  approve: cli("publishes what is staged", "release/src/approve-cli.ts", "[folder]"),
  reproduce: cli("builds released packages from their tags and compares the bytes", "release/src/reproduce-cli.ts", "PACKAGE@VERSION…"),
  verify: cli("checks released packages and all that they depend on", "release/src/verify-cli.ts", "[folder]"),
  rehearse: cli("all of this, up to a registry on this machine", "release/src/rehearse-cli.ts"),
};

/** The scripts of the root that have parts. */
export const COMMANDS: { readonly [name: string]: Command } = {
  test: { parts: TEST_PARTS, whole: { about: "runs all other tests or those in these files, with vitest's options", run: "vitest run", takes: "file" } },
  check: { parts: Object.assign({}, ...LANES) as Parts, lanes: LANES },
  release: { parts: RELEASE_PARTS },
};
