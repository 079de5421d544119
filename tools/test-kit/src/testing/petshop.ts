import { fileURLToPath } from "node:url";

const file = (name: string): string => fileURLToPath(new URL(`../../petshop/${name}`, import.meta.url));

const SHOP = "https://petshop.example.com/v1";
const SENT = { method: "GET", key: "example-key", branch: null, authorization: null, body: "" };

/** Like others' contracts: an API key, exploded arrays, an object in the query, a form, a file. */
export const PETSHOP = {
  /** The contract's first file. */
  contract: file("openapi.yaml"),
  /** The file that it refers to. */
  schemas: file("schemas.yaml"),
  /** A program with its client in `./generated`, which prints requests and results as JSON. */
  program: file("program.ts.txt"),
  /** The output of the program. */
  printed: {
    requests: [
      { ...SENT, url: `${SHOP}/pets?status=available&status=sold&price%5Bfrom%5D=10`, branch: "north" },
      { ...SENT, method: "POST", url: `${SHOP}/pets`, body: '{"name":"Tom","kind":"cat"}' },
      { ...SENT, method: "POST", url: `${SHOP}/pets/7/photos`, body: { caption: "Asleep", photo: 5 } },
      { ...SENT, url: `${SHOP}/pets/8` },
    ],
    told: true,
    missing: "There is no pet 8",
  },
} as const;
