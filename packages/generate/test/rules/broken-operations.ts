/** A change of the mini contract that breaks a rule, and the finding. */
export interface Broken {
  readonly rule: string;
  readonly because: string;
  readonly edits: readonly (readonly [string, string])[];
  /** A text of the line that must be named. */
  readonly at: string;
  readonly says: RegExp;
}

/** The edits that make the list of the mini contract one whose positions are numbers. */
const numbered = (pagination: string): Broken["edits"] => [
  ["{ style: next-link-live, items: results, next: next, cursor: after }", pagination],
  [
    "description: Where to go on.\n          schema: { type: string }\n          example: page2",
    "description: Where to go on.\n          schema: { type: integer }\n          example: 2",
  ],
];

/** Rules of operations, feeds and lists. */
export const BROKEN_OPERATIONS: readonly Broken[] = [
  {
    rule: "operation-name",
    because: "is not camelCase",
    edits: [["operationId: patchThing", "operationId: patch_thing"]],
    at: "patch_thing",
    says: /got patch_thing/,
  },
  {
    rule: "address",
    because: "stands at a path",
    edits: [["      operationId: getHeartbeat\n", "      operationId: getHeartbeat\n      x-address: url\n"]],
    at: "x-address: url",
    says: /getHeartbeat is at a path, so x-address must be absent; got "url"/,
  },
  {
    rule: "address",
    because: "stands at no path and does not name its address",
    edits: [["        x-address: href\n", ""]],
    at: "    post:",
    says: /fireRing is in components\.pathItems, so x-address must be .*; got nothing/,
  },
  {
    rule: "address",
    because: "names its address by something that is no name",
    edits: [["x-address: href", "x-address: the href"]],
    at: "x-address: the href",
    says: /got "the href"/,
  },
  {
    rule: "address",
    because: "gives its address the body's name",
    edits: [["x-address: href", "x-address: body"]],
    at: "x-address: body",
    says: /got "body"/,
  },
  {
    rule: "address",
    because: "stands at no path and has a parameter",
    edits: [
      [
        "        x-address: href\n",
        "        x-address: href\n        parameters: [{ name: loud, in: query, description: How loud., schema: { type: string }, example: a }]\n",
      ],
    ],
    at: "How loud.",
    says: /fireRing is called at an address from a response, so it must have no parameters; got loud/,
  },
  { rule: "operation-retry", because: "says nothing about repeating", edits: [["      x-retry: never\n", ""]], at: "    patch:", says: /must have x-retry/ },
  {
    rule: "operation-retry",
    because: "has another word",
    edits: [["x-retry: never", "x-retry: maybe"]],
    at: "x-retry: maybe",
    says: /safe, never or with-key; got "maybe"/,
  },
  {
    rule: "operation-retry",
    because: "repeats a write",
    edits: [["x-retry: never", "x-retry: safe # write"]],
    at: "# write",
    says: /PATCH patchThing must be x-retry: never/,
  },
  {
    rule: "operation-refusal",
    because: "asks for credentials and never refuses",
    edits: [
      ['colour: red }\n        "401":\n          $ref: "#/components/responses/Refused"\n', "colour: red }\n"],
      ["value: { name: b }\n      responses:\n", "value: { name: b }\n      responses: # none refuses\n"],
    ],
    at: "# none refuses",
    says: /patchThing requires credentials/,
  },
  {
    rule: "feed",
    because: "stands on a list that ends",
    edits: [["style: next-link-live", "style: next-link"]],
    at: "x-feed:",
    says: /requires x-pagination of style cursor-body or next-link-live; got "next-link"/,
  },
  {
    rule: "feed",
    because: "lacks a member",
    edits: [["id: id, time: id, inputs", "id: id, inputs"]],
    at: "x-feed:",
    says: /exactly since, id, time, inputs, the last as a list; got/,
  },
  {
    rule: "feed",
    because: "names an input that is not there",
    edits: [["inputs: [filter]", "inputs: [filter, q]"]],
    at: "x-feed:",
    says: /x-feed\.inputs\[1\] must name an input of the operation \(after, filter\); got "q"/,
  },
  {
    rule: "feed",
    because: "names a member that no event has",
    edits: [["time: id, inputs", "time: published, inputs"]],
    at: "x-feed:",
    says: /x-feed\.time must name a property of an event \(id.*\); got "published"/,
  },
  {
    rule: "pagination",
    because: "has an unknown style",
    edits: [["style: next-link-live", "style: pages"]],
    at: "style: pages",
    says: /style of next-link, .* got "pages"/,
  },
  {
    rule: "pagination",
    because: "has a member too much",
    edits: [["cursor: after }", "cursor: after, more: next }"]],
    at: "more: next",
    says: /exactly style, items, next, cursor; got/,
  },
  {
    rule: "pagination",
    because: "names a parameter that is not there",
    edits: [["cursor: after }", "cursor: before }"]],
    at: "cursor: before",
    says: /a query parameter of the operation \(after, filter\); got "before"/,
  },
  {
    rule: "pagination",
    because: "names a member that is not there",
    edits: [["items: results", "items: things"]],
    at: "items: things",
    says: /a property of the 200 response \(results, next\); got "things"/,
  },
  {
    rule: "pagination",
    because: "is an offset without an array",
    edits: numbered("{ style: offset, offset: after, limit: filter }"),
    at: "style: offset",
    says: /requires a 200 response that is an array/,
  },
  {
    rule: "pagination",
    because: "has no empty page",
    edits: [
      ["                empty:\n", "                none:\n"],
      ["examples:\n                first:", "examples: # pages\n                first:"],
    ],
    at: "# pages",
    says: /first, middle, last, empty, in this order; got first, middle, last, none/,
  },
  {
    rule: "pagination",
    because: "writes a path with dots",
    edits: [
      ["next: next, cursor", "next: links.next, cursor"],
      ["next: { type: string, format: uri }", "links: { allOf: [{ type: object, properties: { next: { type: string, format: uri } } }] }"],
    ],
    at: "next: links.next",
    says: /x-pagination\.next must be the JSON pointer "\/links\/next" \(a name may contain dots\); got "links\.next"/,
  },
  {
    rule: "pagination",
    because: "points to a member that is not there",
    edits: [["next: next, cursor", "next: /results/next, cursor"]],
    at: "next: /results/next",
    says: /x-pagination\.next must name a property of the 200 response \(there is none\); got "\/results\/next"/,
  },
  {
    rule: "pagination",
    because: "has a position of a type that no position has",
    edits: [["description: Where to go on.\n          schema: { type: string }", "description: Where to go on.\n          schema: { type: boolean }"]],
    at: "cursor: after",
    says: /The parameter after is the position of x-pagination, so its type must be string, integer, number; got "boolean"/,
  },
  {
    rule: "pagination",
    because: "takes page numbers for an offset",
    edits: [...numbered("{ style: offset, items: results, offset: page, limit: filter }"), ["        - name: after", "        - name: page"]],
    at: "style: offset",
    says: /The parameter page must count as the style offset does, but by its name it counts pages: choose the style page-number/,
  },
  {
    rule: "pagination",
    because: "takes an offset for page numbers",
    edits: [...numbered("{ style: page-number, items: results, page: skip }"), ["        - name: after", "        - name: skip"]],
    at: "style: page-number",
    says: /The parameter skip must count as the style page-number does, but by its name it counts items: choose the style offset/,
  },
  {
    rule: "pagination",
    because: "begins at another page than its default",
    edits: [...numbered("{ style: page-number, items: results, page: after }"), ["schema: { type: integer }\n", "schema: { type: integer, default: 0 }\n"]],
    at: "style: page-number",
    says: /The parameter after must begin at 1, the start of the style page-number; its default is 0\. Correct the default, or write first\./,
  },
  {
    rule: "pagination",
    because: "has a first page that is no number",
    edits: numbered('{ style: page-number, items: results, page: after, first: "0" }'),
    at: "style: page-number",
    says: /x-pagination\.first must be a whole number; got "0"/,
  },
  {
    rule: "pagination",
    because: "ends at an empty page and shows none",
    edits: [
      ['                empty:\n                  value: { results: [], next: "https://things.example.com/things?after=page4" }\n', ""],
      ["examples:\n                first:", "examples: # pages\n                first:"],
    ],
    at: "# pages",
    says: /must have at least the examples first and empty, and no others than first, middle, last, empty, in this order; got first, middle, last/,
  },
];
