import { readFileSync } from "node:fs";

// The owner writes these addresses once, in the package.json of the root.
const { homepage, repository, bugs } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));

export const hooks = {
  beforePacking(manifest) {
    const directory = `packages/${manifest.name.slice(manifest.name.indexOf("/") + 1)}`;
    return {
      ...manifest,
      // Users install none of them, and a version of a program among them would change the tarball of a library.
      devDependencies: undefined,
      ...(homepage && { homepage }),
      // npm resolves the links of a README from this folder.
      ...(repository && { repository: { type: "git", url: repository.url ?? repository, directory } }),
      ...(bugs && { bugs }),
    };
  },
};
