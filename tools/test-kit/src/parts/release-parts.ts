import type { Parts } from "./part.ts";

/** The steps of a release. */
export const RELEASE_PARTS: Parts = {
  version: {
    about: "sets versions and changelogs from the change sets",
    run: "changeset version && node --import tsx tools/contracts/src/changelog-cli.ts",
  },
  pack: { about: "builds and packs a commit twice, and checks the tarballs", run: "node --import tsx tools/release/src/pack-cli.ts" },
  publish: {
    about: "publishes the tarballs that the registry does not have",
    run: "node --import tsx tools/release/src/publish-cli.ts",
    takes: "[folder]",
  },
  rehearse: { about: "all of this, up to a registry on this machine", run: "node --import tsx tools/release/src/rehearse-cli.ts" },
};
