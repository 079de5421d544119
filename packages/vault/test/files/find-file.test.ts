import { describe, expect, it } from "vitest";
import { findFile } from "../../src/files.ts";
import { thrown } from "../support.ts";

const item = {
  id: "u32zhgb7j43k2omdbw7g2jcgsk",
  files: [
    { id: "orpr6rjgurmv3bna34n5hdvlgb", name: "recovery-codes.txt", size: 76 },
    { id: "3ksri6hjnrr3oewmb3md7enu2w", name: "runbook.txt" },
    { id: "nameless0000000000000000aa" },
  ],
};

describe("findFile", () => {
  it("returns the file with the name, with its id", () => {
    expect(findFile(item, "runbook.txt")).toEqual({ id: "3ksri6hjnrr3oewmb3md7enu2w", name: "runbook.txt" });
  });

  it("reports that there is none, and lists the files", () => {
    expect(thrown(() => findFile(item, "Runbook.txt"))).toMatchObject({
      name: "LookupError",
      code: "not-found",
      message: `findFile: item ${item.id} has no file with the name "Runbook.txt"; there are "recovery-codes.txt", "runbook.txt", "nameless0000000000000000aa"`,
    });
    expect(thrown(() => findFile({ id: item.id }, "a")).message).toBe(`findFile: item ${item.id} has no file with the name "a"; there are no files`);
  });

  it("names the ids of several", () => {
    const twice = { ...item, files: [...item.files, { id: "zkapfsoyz4cdjnva3vg73dlpor", name: "runbook.txt" }] };
    expect(thrown(() => findFile(twice, "runbook.txt"))).toMatchObject({
      code: "ambiguous",
      candidates: ["3ksri6hjnrr3oewmb3md7enu2w", "zkapfsoyz4cdjnva3vg73dlpor"],
      message: `findFile: item ${item.id} has more than one file with the name "runbook.txt": 3ksri6hjnrr3oewmb3md7enu2w, zkapfsoyz4cdjnva3vg73dlpor; say which by its id`,
    });
  });

  it.each([undefined, "", 5])("rejects %j as a name", (name) => {
    expect(thrown(() => findFile(item, name as string)).message).toMatch(/^findFile: name must be a string that is not empty; got /);
  });
});
