import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../src/places.ts";
import { withoutPictures } from "../src/pictures.ts";
import { showBlocks } from "../src/run/blocks.ts";
import { readGuide, readTexts, textPage } from "../src/texts.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keywright-guides-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function guide(text: string): Promise<ReturnType<typeof readGuide>> {
  const file = join(folder, "a-guide.md");
  await writeFile(file, text);
  return readGuide(relative(ROOT, file));
}

const FRONT = "---\ndescription: Shows it.\ngroup: Testing\norder: 2\n---\n";

describe("a text of the repository that is no guide", () => {
  it.each([
    ["no front matter", "# Home\n", "tools/docs/home.md has no description; name it in its front matter"],
    ["an empty description", "---\ndescription:\n---\n\n# Home\n", "tools/docs/home.md has no description; name it in its front matter"],
    ["no heading", "---\ndescription: Home.\n---\n\nText.\n", "tools/docs/home.md has no title"],
  ])("with %s ends the build", async (_what, text, message) => {
    const root = await mkdtemp(join(folder, "root-"));
    for (const name of ["tools/docs/guides", "packages"]) await mkdir(join(root, name), { recursive: true });
    await writeFile(join(root, "tools/docs/home.md"), text);
    await expect(readTexts(root)).rejects.toThrow(message);
    await writeFile(join(root, "tools/docs/home.md"), "---\ndescription: Says it.\n---\n\n# Home\n");
    expect(await readTexts(root)).toContainEqual(expect.objectContaining({ page: "index", title: "Home", description: "Says it." }));
  });
});

describe("a guide", () => {
  it("has its place in the sidebar from its front matter, and its title from its heading", async () => {
    const text = await guide(`${FRONT}\n# Test \`it\`\n\nText.\n`);
    expect(text).toMatchObject({ page: "guides/a-guide", title: "Test it", description: "Shows it.", group: "Testing", order: 2 });
    expect(text.body).toBe("# Test `it`\n\nText.\n");
  });

  it.each([
    ["no front matter", "# Title\n", /a-guide\.md has no description/],
    ["no description", "---\ngroup: Testing\n---\n# Title\n", /a-guide\.md has no description/],
    ["an unknown group", "---\ndescription: It.\ngroup: Tests\n---\n# Title\n", /a-guide\.md has the group "Tests"; expected one of Secrets, /],
    ["no heading", `${FRONT}\nText.\n`, /a-guide\.md has no title/],
  ])("with %s ends the build", async (_what, text, message) => {
    await expect(guide(text)).rejects.toThrow(message);
  });

  it("links to the pages of other texts, and names files without a page", async () => {
    const text = await guide(
      `${FRONT}\n# Title\n\n[a](./a-guide.md#title) [b](../b.ts) [c](https://example.com/c.md) List<T> \`List<T>\`\n\n\`\`\`ts emulator\nlist<T>();\n\`\`\`\n`,
    );
    const page = await textPage(text, [text]);
    expect(page).toContain("[a](/guides/a-guide#title) b [c](https://example.com/c.md) List&lt;T> `List<T>`");
    expect(page).toContain("```ts\nlist<T>();\n```");
  });

  it("has a picture of a drawing: a box for each line, inside those that it is indented below, and arrows between the others", async () => {
    const text = await guide(`${FRONT}\n# Title\n\n\`\`\`\ncall                  a.ts\n  check   List<T>?    b.ts\n  send                c.ts\n\`\`\`\n`);
    const page = await textPage(text, [text]);
    const numbersOf = (pattern: RegExp): readonly number[][] => Array.from(page.matchAll(pattern), ([, ...numbers]) => numbers.map(Number));
    const [[top = 0, height = 0] = [], ...inner] = numbersOf(/<rect .*?y="(\d+)".*? height="(\d+)"/g);
    expect(inner).toHaveLength(2);
    for (const [y = 0, size = 0] of inner) expect(y > top && y + size < top + height).toBe(true);
    expect(numbersOf(/<path d="M(\d+)/g)).toHaveLength(1);
    expect(page).toMatch(/class="name">check<[\s\S]*class="what">List&lt;T>\?<[\s\S]*class="note">b\.ts</);
    expect(withoutPictures(page)).toContain("<pre>\ncall                  a.ts\n  check   List&lt;T>?    b.ts\n  send                c.ts\n</pre>");
  });

  it("shows the session of a block that Node alone can run as text, and no session of another source or of a part of a program", async () => {
    const text = await guide(`${FRONT}\n# Title\n\n\`\`\`ts\nimport "node:fs";\n\`\`\`\n\n\`\`\`ts no-run\nrun();\n\`\`\`\n`);
    const importable = { names: new Set<string>(), nodeOnly: new Map<string, string>() };
    const hash = showBlocks(text.body, importable)[0]?.hash ?? "";
    const session = { hash, output: ["a <b> {{ c }}", "", "d"], requests: ["GET https://x.example/?a={{ b }} → 200"], files: [] };
    const page = await textPage(text, [text], importable, { "a-guide 0": session });
    expect(page).toContain('aria-label="Output">a &lt;b> &#123;&#123; c }}\n\nd</pre>');
    expect(page).toContain("<li>GET https://x.example/?a=&#123;&#123; b }} → 200</li></ol>");
    expect(page).toMatch(/Recorded in Node: done, 1 request\.[\s\S]*Does not run in a page: it is a part of a program\.<\/p>\s*$/);
    const alone = await textPage(text, [text], importable, { "a-guide 0": { ...session, hash: "of another source" } });
    expect(alone).toContain('<p class="recorded">Does not run in a page: browsers do not have <code>node:fs</code>.</p>');
    expect(alone).toBe(await textPage(text, [text], importable));
    const silent = { "a-guide 0": { ...session, output: [], requests: [] } };
    expect(await textPage(text, [text], importable, silent)).toContain("</code>. In Node, it prints, sends and writes nothing.</p>");
  });

  it("with a command that fails in a terminal ends the build, with its output", async () => {
    const text = await guide(`${FRONT}\n# Title\n\n\`\`\`\n$ keywright-tail nostream --once\n\`\`\`\n`);
    await expect(textPage(text, [text])).rejects.toThrow(/"\$ keywright-tail nostream --once" of a picture must succeed[\s\S]*nostream/);
  });
});
