import { fileURLToPath } from "node:url";

const file = (name: string): string => fileURLToPath(new URL(`../../petshop/${name}`, import.meta.url));

/** A contract like those of other vendors: with an API key, exploded arrays, an object in the query, a multipart form, and a second file. */
export const PETSHOP = {
  /** The contract's first file. */
  contract: file("openapi.yaml"),
  /** The file that it refers to. */
  schemas: file("schemas.yaml"),
  /** A program that uses its client in `./generated`. It prints its requests and results as JSON. */
  program: file("program.ts.txt"),
  /** The output of the program. */
  printed: {
    requests: [
      {
        method: "GET",
        url: "https://petshop.example.com/v1/pets?status=available&status=sold&price%5Bfrom%5D=10",
        key: "example-key",
        branch: "north",
        authorization: null,
        body: "",
      },
      {
        method: "POST",
        url: "https://petshop.example.com/v1/pets",
        key: "example-key",
        branch: null,
        authorization: null,
        body: '{"name":"Tom","kind":"cat"}',
      },
      {
        method: "POST",
        url: "https://petshop.example.com/v1/pets/7/photos",
        key: "example-key",
        branch: null,
        authorization: null,
        body: { caption: "Asleep", photo: 5 },
      },
      { method: "GET", url: "https://petshop.example.com/v1/pets/8", key: "example-key", branch: null, authorization: null, body: "" },
    ],
    told: true,
    missing: "There is no pet 8",
  },
} as const;
