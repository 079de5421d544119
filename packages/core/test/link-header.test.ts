import { withVectors } from "@keywright/tool-test-kit/testing";
import { describe, expect, it } from "vitest";
import { readNextLinks } from "../src/lib/read-headers.ts";

describe("a Link header (RFC 8288)", () => {
  it.each([
    ["", []],
    ['<https://a.example/?after=b>; rel="next"', ["https://a.example/?after=b"]],
    ["</a>;rel=next", ["/a"]],
    ["</a>; REL=Next", ["/a"]],
    ['</a>; rel="prev next"', ["/a"]],
    ['</a>; title="x"; rel="next"; hreflang=de', ["/a"]],
    ['</a>; rel="prev", </b>; rel="next"', ["/b"]],
    ['</a>; title="a, <b>; rel=next", </c>; rel="next"', ["/c"]],
    ['</a>; title="a \\" ; b"; rel="next"', ["/a"]],
    ["</a,b;c>; rel=next", ["/a,b;c"]],
    [" , </a>; rel=next ,, </b>; rel=next", ["/a", "/b"]],
    ["</a>; rel=next, </a>; rel=next", ["/a"]],
    ["<>; rel=next", [""]],
    // RFC 8288 §3.3: only the first counts. §3.2: an anchor makes it a link of something else.
    ['</a>; rel="prev"; rel="next"', []],
    ['</a>; rel="next"; anchor="#foo"', []],
    ["</a>; rel", []],
    ["</a>", []],
    ["/a; rel=next", []],
    ["</a; rel=next", []],
    ["<<<;;;,,,", []],
    ['</a>; rel="next', []],
  ])("%j leads on to %j", (header, links) => {
    expect(readNextLinks(header)).toEqual(links);
  });

  it.each(["<", "<a>;", "<a>; a", '<a>; a="', '<a>; a="\\', "<a>; =", "<a>;\t;", ",", " ", "<a>,"])(
    "of many times %j is read in time that grows with its length alone",
    (part) => {
      // What grows with the square takes minutes, and the runner ends it.
      expect(readNextLinks(part.repeat(1_000_000 / part.length))).toEqual([]);
    },
  );
});

interface Vector {
  readonly name: string;
  readonly header: string;
  readonly refs: readonly { readonly uri: string; readonly rel: string; readonly anchor?: string }[];
}

withVectors<Vector>("link-header/http-link-header.json", (vectors) => {
  describe("a Link header of the public vectors", () => {
    it.each(vectors)("$name", ({ header, refs }) => {
      // RFC 9112 §5.2: what reads messages has joined folded lines already.
      const unfolded = header.replaceAll(/\r\n\s/g, "");
      expect(readNextLinks(unfolded)).toEqual(refs.filter(({ rel, anchor }) => rel === "next" && anchor === undefined).map(({ uri }) => uri));
    });
  });
});
