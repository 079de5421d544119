import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A contract that keeps every rule, with one operation of each kind that the rules speak of. Tests break it in one place. */
const MINI = `openapi: 3.1.0
info:
  title: Things
  version: 0.1.0
  description: A service of things.
  license: { name: MIT, identifier: MIT }
servers:
  - url: "{base_url}"
    description: The service.
    variables:
      base_url: { default: https://things.invalid, description: Its address. }
tags:
  - { name: Things, description: All of them. }
paths:
  /things:
    get:
      operationId: listThings
      summary: Lists things.
      description: In no order.
      tags: [Things]
      security: [{ bearer: [] }]
      x-retry: safe
      x-pagination: { style: next-link-live, items: results, next: next, cursor: after }
      x-feed: { since: after, id: id, time: id, inputs: [filter] }
      parameters:
        - name: after
          in: query
          description: Where to go on.
          schema: { type: string }
          example: page2
        - name: filter
          in: query
          description: Which things.
          schema: { type: string }
          example: name eq "a"
          x-filter: { attributes: { name: string }, operators: [eq], brackets: false }
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/ThingPage"
              examples:
                first:
                  value: { results: [{ id: a }], next: "https://things.example.com/things?after=page2" }
                middle:
                  value: { results: [{ id: b }], next: "https://things.example.com/things?after=page3" }
                last:
                  value: { results: [{ id: c }], next: "https://things.example.com/things?after=page4" }
                empty:
                  value: { results: [], next: "https://things.example.com/things?after=page4" }
        "401":
          $ref: "#/components/responses/Refused"
  /things/{thingId}:
    parameters:
      - name: thingId
        in: path
        required: true
        description: The thing.
        schema: { type: string }
        example: a
    patch:
      operationId: patchThing
      summary: Changes a thing.
      description: At least one member.
      tags: [Things]
      security: [{ bearer: [] }]
      x-retry: never
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/ThingPatch"
            examples:
              rename:
                value: { name: b }
      responses:
        "200":
          description: The thing.
          content:
            application/json:
              schema:
                $ref: "#/components/schemas/Thing"
              examples:
                renamed:
                  value: { id: a, name: b, colour: red }
        "401":
          $ref: "#/components/responses/Refused"
  /heartbeat:
    get:
      operationId: getHeartbeat
      summary: Tells that the service lives.
      description: Asks for nothing.
      tags: [Things]
      security: []
      x-retry: safe
      responses:
        "200":
          description: It lives.
          content:
            text/plain:
              schema: { type: string }
              example: "."
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
  pathItems:
    Ring:
      post:
        operationId: fireRing
        summary: Rings.
        description: At the address that a thing comes with.
        tags: [Things]
        security: [{ bearer: [] }]
        x-retry: "never"
        x-address: href
        responses:
          "204":
            description: It rang.
          "401":
            $ref: "#/components/responses/Refused"
  responses:
    Refused:
      description: No.
      content:
        application/json:
          schema:
            $ref: "#/components/schemas/Problem"
          examples:
            refused:
              value: { status: 401 }
  schemas:
    ThingPage:
      type: object
      required: [results, next]
      properties:
        results: { type: array, items: { $ref: "#/components/schemas/Thing" } }
        next: { type: string, format: uri }
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: string, description: Its id. }
        name: { type: string }
        colour: { $ref: "#/components/schemas/Colour" }
        made: { type: string, x-source: public, description: When. Known from elsewhere. }
        token: { type: string, x-secret: true }
    Colour:
      anyOf:
        - type: string
          enum: [red, blue]
        - type: string
    ThingPatch:
      type: object
      minProperties: 1
      x-exclusive: [[name, title]]
      properties:
        name: { type: string }
        title: { type: string, minLength: 3 }
    Problem:
      type: object
      properties:
        status: { type: integer }
`;

/** A mini contract in a folder of its own, which goes away with the test. */
export interface Mini {
  readonly file: string;
  /** The number of the only line that holds a text. */
  lineOf(text: string): number;
}

/** Writes the mini contract, each edit replacing a text that must stand in it exactly once. */
export async function writeMini(...edits: readonly (readonly [from: string, to: string])[]): Promise<Mini> {
  let text = MINI;
  for (const [from, to] of edits) {
    if (text.split(from).length !== 2) throw new Error(`the mini contract must hold ${from} exactly once`);
    text = text.replace(from, () => to);
  }
  const folder = await mkdtemp(join(tmpdir(), "keywright-contract-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "openapi.yaml");
  await writeFile(file, text);
  return {
    file,
    lineOf(part) {
      const lines = text.split("\n").flatMap((line, index) => (line.includes(part) ? [index + 1] : []));
      if (lines.length !== 1) throw new Error(`${part} stands on ${lines.length} lines`);
      return lines[0] as number;
    },
  };
}
