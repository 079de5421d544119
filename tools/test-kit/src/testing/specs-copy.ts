import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The contracts in a folder of their own, to be changed by a test. */
export interface SpecsCopy {
  /** The folder that holds `specs`. */
  readonly folder: string;
  /** The first file of a service's contract. */
  contract(service: string): string;
  /** Changes a file below `specs`; a change that changes nothing is an error. A file that is not there begins empty. */
  edit(file: string, change: (text: string) => string): Promise<void>;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Copies the contracts with their rules into a temporary folder. */
export async function copySpecs(): Promise<SpecsCopy> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-specs-"));
  await cp(join(root, "specs"), join(folder, "specs"), { recursive: true });
  await useRulesOf(root, folder);
  return specsIn(folder);
}

/** Contracts that a folder holds below `specs` already. */
export function specsIn(folder: string): SpecsCopy {
  return {
    folder,
    contract: (service) => join(folder, "specs", service, "openapi.yaml"),
    async edit(file, change) {
      const path = join(folder, "specs", file);
      const text = await readFile(path, "utf8").catch(() => "");
      const changed = change(text);
      if (changed === text) throw new Error(`the edit of ${file} found nothing to change`);
      await writeFile(path, changed);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Lets the `redocly.yaml` of a copy name the plugin of the repository, so that no folder of the repository is linked into the copy, where a test could write into it. */
export async function useRulesOf(repository: string, folder: string): Promise<void> {
  const file = join(folder, "specs/redocly.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("../packages/", `${join(repository, "packages")}/`));
}

/** Puts a new operation, `listTokens`, into the copy of the vault contract: a list in pages, with parameters, a named schema and an open enumeration. */
export async function addListTokens({ edit }: SpecsCopy): Promise<void> {
  await edit("vault/token.yaml", () => TOKEN_SCHEMAS);
  await edit("vault/openapi.yaml", (text) => text.replace(/^paths:\n/m, `paths:\n${LIST_TOKENS}`));
}

const TOKEN_SCHEMAS = `AccessToken:
  type: object
  description: A token that opens some of the vaults.
  required: [id, state]
  properties:
    id:
      type: string
      description: The token's own id, not the token itself.
    state:
      $ref: "#/TokenState"
      description: Whether the token opens anything.

TokenState:
  description: Where a token stands. Other values may appear.
  anyOf:
    - type: string
      enum: [ACTIVE, EXPIRED, REVOKED]
    - type: string

TokenPage:
  type: object
  description: A page of tokens.
  required: [results]
  properties:
    next:
      type: string
      format: uri
      description: Address of the next page. Absent when there is none.
    results:
      type: array
      description: The tokens.
      items:
        $ref: "#/AccessToken"
`;

const LIST_TOKENS = `  /v1/tokens:
    get:
      operationId: listTokens
      tags: [Server]
      summary: Lists the tokens that open the vaults.
      description: The newest token comes first.
      security:
        - bearer: []
      x-retry: safe
      x-pagination:
        style: next-link
        items: results
        next: next
        cursor: after
      parameters:
        - name: issued_before
          in: query
          description: Only tokens that were issued before this day. Absent means all tokens.
          schema:
            type: string
            format: date
          example: "2024-05-01"
        - name: limit
          in: query
          description: The greatest number of tokens in a page.
          schema:
            type: integer
            minimum: 1
            maximum: 200
            default: 20
          example: 20
        - name: after
          in: query
          description: The position to go on from, taken from the page before.
          schema:
            type: string
          example: position-1
      responses:
        "200":
          description: A page of tokens.
          content:
            application/json:
              schema:
                $ref: "./token.yaml#/TokenPage"
              examples:
                first:
                  value:
                    next: https://vault.example.com/v1/tokens?after=position-1
                    results:
                      - id: token-1
                        state: ACTIVE
                middle:
                  value:
                    next: https://vault.example.com/v1/tokens?after=position-2
                    results:
                      - id: token-2
                        state: EXPIRED
                last:
                  value:
                    results:
                      - id: token-3
                        state: REVOKED
                empty:
                  value:
                    results: []
        "400":
          description: A parameter is not valid.
          content:
            application/json:
              schema:
                $ref: "./errors.yaml#/ErrorResponse"
              examples:
                limit:
                  value:
                    status: 400
                    message: limit must be a whole number of 1 to 200
        "401":
          $ref: "#/components/responses/Unauthorized"
`;
