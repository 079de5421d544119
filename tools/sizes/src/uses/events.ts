export { createEventsClient, isApiError } from "@keywright/events";
