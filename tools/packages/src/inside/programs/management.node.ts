export { useOffboarding as run } from "../uses/offboard-leavers.ts";
