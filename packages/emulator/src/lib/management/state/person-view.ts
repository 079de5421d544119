import type { components } from "@keywright/management/schema";
import { defined } from "../../core/values/json.ts";
import { sameText } from "./people-lookup.ts";
import type { PersonRecord } from "./records.ts";
import type { ManagementStore } from "./store.ts";

type Schemas = components["schemas"];

/** Returns a person for a response. Properties without a value are absent. */
export function viewPerson({ id, fields, teamIds, lineManagerId, locationId, costCenterId }: PersonRecord, store: ManagementStore): Schemas["Person"] {
  const manager = lineManagerId === undefined ? undefined : store.people.get(lineManagerId);
  const teams = teamIds.flatMap((teamId) => {
    const team = store.teams.get(teamId);
    return team === undefined || team.deleted === true ? [] : [{ id: team.id, name: team.name }];
  });
  const location = locationId === undefined ? undefined : store.locations.get(locationId);
  const costCenter = costCenterId === undefined ? undefined : store.costCenters.get(costCenterId);
  return defined({
    id,
    ...fields,
    lineManager: manager === undefined || manager.deleted === true ? undefined : personInfo(manager, store),
    teams: teams.length === 0 ? undefined : teams,
    locationId: location?.id,
    location: location?.name,
    locationTimezone: location?.timezone,
    costCenterId: costCenter?.id,
    costCenter: costCenter?.name,
  });
}

/** Returns a reference to a person: a `User` has access to the service, a `Contact` does not. */
function personInfo({ id, fields }: PersonRecord, store: ManagementStore): Schemas["PersonInfoFlow"] {
  const { email } = fields;
  const isUser = email !== undefined && store.users.list(({ user, deleted }) => deleted !== true && sameText(user.userName, email)).length > 0;
  return defined({ id, personType: isUser ? "User" : "Contact", name: fullName(fields), email });
}

/** Returns first and last name, as far as known. */
export function fullName({ firstName, lastName }: Pick<PersonRecord["fields"], "firstName" | "lastName">): string | undefined {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(" ");
  return name === "" ? undefined : name;
}
