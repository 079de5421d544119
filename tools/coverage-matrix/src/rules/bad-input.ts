import { type RuleDocument, section } from "./rule.ts";

/** What is sent by mistake or by malice, and must be refused as documented. */
export const badInput: RuleDocument = {
  title: "Bad input",
  rules: [
    ...section("Requests", {
      "Each operation with 500 mutated requests: no 5xx, nothing undocumented, no hang": [
        "property: %s answers … requests, good and bad, as its contract says",
      ],
      "318 JSON bodies to every JSON route": ["json-suite: are judged right by %s"],
      "Bodies empty, of 1 MiB and one more, of 64 MB, without end": [
        "bad-input: %s refuses more than a mebibyte with 413",
        "bad-input: of 64 megabytes, by length and in chunks without end",
      ],
      "Another media type or none, gzip": [
        "bad-input: %s refuses what is empty, of another type or none, or compressed",
        "requests: a body of type %s is answered with %d",
      ],
    }),
    ...section("Transport", {
      "Slow headers and bodies": [
        "bad-input: that never finish their headers or their body are closed in time",
        "node-server: that do not come to an end are closed in time",
      ],
      "1,000 idle sockets": ["bad-input: a thousand idle ones keep nobody waiting"],
      Pipelining: ["node-server: pipelined requests are answered in their order"],
      "Content-Length beside chunks, two lengths, bad chunks, 100 kB of headers": ["node-server: %s: closed with the right status, and the server lives on"],
      "A whole address as target": ["node-server: a whole address as target counts more than the header"],
      "Loopback alone, no admin routes, Host check": [
        "bad-input: is this machine's loopback address alone",
        "bad-input: has no %s that would change the emulator",
        "node-server: the host that a request is for > %s is answered with %d",
      ],
    }),
    ...section("Filters and patches", {
      "Filters that are invalid or hostile: 400 within 50 ms": [
        "management/audit-log: that is hostile is refused within 50 milliseconds",
        "management/filter: is bounded in depth and length",
        "vault/filters: quickly: %s",
      ],
      "JSON Patch: the suite, 10,000 operations, huge values": [
        "vault/json-patch-vectors: RFC 6902: $title",
        "vault/patch: ten thousand operations, a body above the limit",
        "vault/patch: a path of a hundred thousand tokens",
      ],
      "copy and move, and so their bombs, are refused": ["vault/json-patch-vectors: an operation that the source does not have is refused with 400: $title"],
      "`__proto__` in pointers, paths and bodies": [
        "vault/json-patch-vectors: pollutes nothing, in the engine and through the service",
        "vault/json-patch-vectors: a member named __proto__ is a member",
        "management/patch-scim-user: has a member named __proto__ in a value, and pollutes nothing",
        "requests: members called __proto__ and constructor change no prototype",
      ],
    }),
    ...section("Credentials", {
      "Token endpoint: both ways, bad Base64, no colon, colons in the secret": [
        "management/tokens: as Basic with %s are refused with 400",
        "management/tokens: given in both ways at once are refused",
        "management/tokens: may have colons in the secret",
      ],
      "Token endpoint: members twice, GET, JSON, unknown grants": [
        "management/tokens: with %s is refused by { error }",
        "management/tokens: as JSON, by GET or too long is refused",
      ],
      "Authorization: no scheme, another one, two headers, in the query, 100 kB": [
        "bad-input: %s takes a token of its own alone",
        "bad-input: a token of 100 kilobytes",
        "node-server: two Authorization headers are no token",
        "requests: a token in the query is no token",
        "requests: the scheme's case does not matter",
      ],
      "The challenge is one that clients read": ["contract-tests/emulator-challenges: is read by its client, of an unknown token and of an expired one"],
    }),
    ...section("State", {
      "Reset while requests are under way": ["vault/state: a reset while requests are under way leaves a state that is whole"],
      "100 parallel patches of one item": ["vault/patch: of a hundred parallel patches are unique and without gaps"],
      "kill -9": ["bad-input: leaves nothing behind: the next start is as the first"],
      "A clock that is set back": ["vault/state: a clock that is set back does no harm"],
    }),
  ],
};
