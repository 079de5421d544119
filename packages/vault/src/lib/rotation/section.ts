import type { Field } from "../../generated/client.ts";

/** The section of an item that has the state of its rotations. */
export const SECTION = { id: "rotation", label: "Rotation" };

/** Whether a field is part of the state of a rotation. */
export function isRecord({ section }: Field): boolean {
  return section?.id === SECTION.id;
}
