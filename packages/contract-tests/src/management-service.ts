import { isApiError } from "@keywright/core";
import { createManagementClient, type AppCategory, type ManagementClient } from "@keywright/management";
import document from "@keywright/management/openapi.json" with { type: "json" };
import { operations } from "@keywright/management/operations";
import { describe, expect } from "vitest";
import { createCheck, sentBy, type SentRequest } from "./session.ts";
import { createShapes } from "./shapes.ts";
import type { ServiceTarget } from "./target.ts";
import { collectPages, expectWholeWalk, itemsOf } from "./walk.ts";

/** The organization of a target. */
export interface ManagementData {
  /** An application that can request tokens with `Apps.Read`. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly workflowId: string;
  readonly runId: string;
  /** Variables of that workflow that are not secrets. */
  readonly variables: readonly string[];
  readonly personId: string;
  readonly personEmail: string;
  /** A user whom only this service manages. */
  readonly userId: string;
  /** Such a user who can be deleted. */
  readonly deletableUserId: string;
  /** A time before every audit event. */
  readonly since: string;
  /** Page size, so small that there are at least three pages of audit events. */
  readonly pageLimit: number;
}

/** A server of the management service. */
export interface ManagementTarget extends ServiceTarget {
  /** Differences from the contract's examples. */
  readonly data?: Partial<ManagementData>;
}

const EXAMPLES: ManagementData = {
  clientId: "example-client-1",
  clientSecret: "example-client-secret-1",
  workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01",
  runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11",
  variables: ["handoverNote", "lastWorkingDay"],
  personId: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012",
  personEmail: "contractor.twelve@example.com",
  userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
  deletableUserId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002",
  since: "2026-03-02T00:00:00Z",
  pageLimit: 3,
};

const PROBLEM = "application/problem+json";
const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** Registers the tests that every server of the management service must pass. */
export function testManagementService(target: ManagementTarget): void {
  const data = { ...EXAMPLES, ...target.data };
  const check = createCheck<ManagementClient>(createManagementClient, target);
  const expectShape = createShapes(document);

  describe(`the management service on ${target.name}`, () => {
    describe("issueToken", () => {
      const grant = { clientId: data.clientId, clientSecret: data.clientSecret, body: { grant_type: "client_credentials", scope: "Apps.Read" } } as const;

      check("returns a bearer token for a client id and secret, asked for by Basic credentials and a form", async ({ client, requests }) => {
        const token = await client.issueToken(grant);
        expectShape(operations.issueToken, token);
        expect(token).toMatchObject({ token_type: "Bearer", access_token: expect.stringMatching(/./) });
        expect(token.expires_in).toBeGreaterThan(0);
        expect(requests).toEqual([
          {
            method: "POST",
            path: "/connect/token",
            headers: {
              accept: "application/json",
              authorization: `Basic ${btoa(`${data.clientId}:${data.clientSecret}`)}`,
              "content-type": "application/x-www-form-urlencoded",
            },
            body: "grant_type=client_credentials&scope=Apps.Read",
          },
        ]);
      });

      check("returns a token that opens the operations of its scopes", async ({ client, clientWith, requests }) => {
        const { access_token: token } = await client.issueToken(grant);
        await clientWith(token).listAppCategories();
        expect(requests[1]).toEqual(read(token, "/api/apps/v1/categories"));
      });
    });

    describe("getWorkflowRun", () => {
      check("returns a page with the one run, and the values of the variables that were asked for by their ids", async ({ client, requests, token }) => {
        const { workflowId, runId, variables } = data;
        const page = await client.getWorkflowRun({ workflowId, runId, variables });
        expectShape(operations.getWorkflowRun, page);
        expect(page.results.map(({ id }) => id)).toEqual([runId]);
        expect(page.next).toBeUndefined();
        expect(Object.keys(page.results[0]?.context?.variables ?? {}).sort()).toEqual([...variables].sort());
        expect(requests).toEqual([read(token, `/api/workflows/v1/${workflowId}/runs/${runId}?variables=${variables.join(",")}`)]);
      });

      if (target.stateful) {
        check("returns an empty page where no run has the id", async ({ client }) => {
          const page = await client.getWorkflowRun({ workflowId: data.workflowId, runId: `${data.runId}-unknown` });
          expect(page.results).toEqual([]);
        });
      }
    });

    describe("updatePerson", () => {
      const body = { jobTitle: "Ledger Consultant" };
      const sent = (token: string, id: string): SentRequest => sentBy(token, "PATCH", `/api/people/v1/${id}`, { accept: `application/json, ${PROBLEM}`, body });

      check("returns the person with the change", async ({ client, requests, token }) => {
        const person = await client.updatePerson({ id: data.personId, body });
        expectShape(operations.updatePerson, person);
        expect(person).toMatchObject({ id: data.personId, jobTitle: "Ledger Consultant" });
        expect(requests).toEqual([sent(token, data.personId)]);
      });

      check("finds a person by an email address too", async ({ client, requests, token }) => {
        const person = await client.updatePerson({ id: data.personEmail, body });
        expect(person.id).toBe(data.personId);
        expect(requests).toEqual([sent(token, encodeURIComponent(data.personEmail))]);
      });

      if (target.stateful) {
        check("leaves out of the person what null has cleared, and keeps what was not sent", async ({ client }) => {
          const before = await client.updatePerson({ id: data.personId, body: { ...body, employeeType: "Day rate" } });
          const after = await client.updatePerson({ id: data.personId, body: { employeeType: null } });
          expect(after).not.toHaveProperty("employeeType");
          expect(after).toMatchObject({ jobTitle: before.jobTitle, email: before.email });
        });
      }
    });

    describe("patchScimUser", () => {
      const body = { schemas: [PATCH_OP], Operations: [{ op: "replace" as const, path: "active", value: false }] };

      check("suspends a user's access by a SCIM message, in SCIM's own media type", async ({ client, requests, token }) => {
        const { body: user, headers } = await client.raw.patchScimUser({ userId: data.userId, body });
        expectShape(operations.patchScimUser, user);
        expect(user).toMatchObject({ id: data.userId, active: false });
        expect(headers.get("content-type")).toMatch(/^application\/scim\+json(;|$)/);
        const sent = sentBy(token, "PATCH", `/api/scim/v2/Users/${data.userId}`, { accept: `application/scim+json, ${PROBLEM}, application/json`, body });
        expect(requests).toEqual([{ ...sent, headers: { ...sent.headers, "content-type": "application/scim+json" } }]);
      });
    });

    describe("deleteScimUser", () => {
      check("returns no body, and the user is gone", async ({ client, requests, responses, token }) => {
        expect(await client.deleteScimUser({ userId: data.deletableUserId })).toBeUndefined();
        expect(responses.map(({ status }) => status)).toEqual([204]);
        expect(requests).toEqual([sentBy(token, "DELETE", `/api/scim/v2/Users/${data.deletableUserId}`, { accept: `${PROBLEM}, application/json` })]);
        if (!target.stateful) return;
        const body = { schemas: [PATCH_OP], Operations: [{ op: "replace" as const, path: "active", value: false }] };
        const rejection: unknown = await client.patchScimUser({ userId: data.deletableUserId, body }).catch((error: unknown) => error);
        expect(isApiError(rejection, 404)).toBe(true);
      });
    });

    describe("listAuditLogs", () => {
      const start = { since: data.since, limit: data.pageLimit };
      const path = `/api/audit/v1/logs?since=${encodeURIComponent(data.since)}&limit=${data.pageLimit}`;
      // The order of the parameters is the contract's.
      const at = (after: string): string =>
        `/api/audit/v1/logs?since=${encodeURIComponent(data.since)}&after=${encodeURIComponent(after)}&limit=${data.pageLimit}`;

      check("returns events and the address of the page behind them, in the body and in the Link header", async ({ client, requests, token, baseUrl }) => {
        const { body: page, headers } = await client.raw.listAuditLogs(start);
        // The contract has an id as it is on the wire, a number.
        expectShape(operations.listAuditLogs, { ...page, results: page.results.map((event) => ({ ...event, id: Number(event.id) })) });
        expect(new URL(page.next).origin).toBe(new URL(baseUrl).origin);
        expect(headers.get("link")).toBe(`<${page.next}>; rel="next"`);
        expect(requests).toEqual([read(token, path)]);
      });

      check("is walked from its first page to the empty one that ends it, by the position of the page before", async ({ client, requests, token }) => {
        const pages = await collectPages(client.listAuditLogs(start));
        expectWholeWalk(pages, data.pageLimit);
        expect(pages.at(-1)?.items).toEqual([]);
        expect(requests).toEqual([read(token, path), ...pages.slice(0, -1).map(({ resumeAt }) => read(token, at(resumeAt)))]);
      });

      check("goes on behind any page whose position was kept", async ({ client }) => {
        const pages = await collectPages(client.listAuditLogs(start));
        for (const [index, { resumeAt }] of pages.entries()) {
          const rest = await collectPages(client.listAuditLogs({ ...start, after: resumeAt }));
          expect(itemsOf(rest)).toEqual(itemsOf(pages.slice(index + 1)));
        }
      });

      check("returns the oldest events first", async ({ client }) => {
        const times = itemsOf(await collectPages(client.listAuditLogs(start))).map(({ published }) => Date.parse(published as string));
        expect(times).toEqual([...times].sort((a, b) => a - b));
      });
    });

    describe("listAppCategories", () => {
      check("returns the whole tree, each category once", async ({ client, requests, token }) => {
        const root = await client.listAppCategories();
        expectShape(operations.listAppCategories, root);
        const ids = categoryIds(root);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.length).toBeGreaterThan(1);
        expect(requests).toEqual([read(token, "/api/apps/v1/categories")]);
      });
    });
  });
}

function read(token: string, path: string): SentRequest {
  return sentBy(token, "GET", path, { accept: `application/json, ${PROBLEM}` });
}

function categoryIds({ id, children = [] }: AppCategory): string[] {
  return [id, ...children.flatMap(categoryIds)];
}
