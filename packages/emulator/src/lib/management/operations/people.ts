import type { operations } from "@keywright/management/schema";
import type { Handlers } from "../../core/service/service.ts";
import { describeActor, type ManagementActor } from "../state/actor.ts";
import { personTarget, recordAction } from "../state/audit-record.ts";
import { findPerson } from "../state/people-lookup.ts";
import { changePerson } from "./person-changes.ts";
import { viewPerson } from "../state/person-view.ts";
import { invalidFields, notThere, problem } from "../problems/problem.ts";
import type { ManagementStore } from "../state/store.ts";

/** Changes some fields of a person. */
export const peopleHandlers: Handlers<Pick<operations, "updatePerson">, ManagementStore, ManagementActor> = {
  updatePerson({ path, body }, context) {
    const { store, actor, random, now } = context;
    const before = findPerson(store, path.id);
    if (before === undefined) return notThere(random, `The person ${path.id}`);
    const change = changePerson(before, body, store, random);
    if ("errors" in change) return invalidFields(random, change.errors);
    if ("conflict" in change) return problem(random, 409, change.conflict);
    const { person, location, costCenter } = change;
    if (location !== undefined && store.locations.get(location.id) === undefined) store.locations.insert(location);
    if (costCenter !== undefined && store.costCenters.get(costCenter.id) === undefined) store.costCenters.insert(costCenter);
    const lastModified = { lastModifiedBy: describeActor(actor, store), lastModifiedDtm: now().toISOString() };
    const after = store.people.replace({ ...person, fields: { ...person.fields, ...lastModified } });
    recordAction(context, "person_updated", [personTarget(after)], { fields: Object.keys(body).join(", ") });
    return { status: 200, body: viewPerson(after, store) };
  },
};
