export { services, serviceOf } from "./services.ts";
export { loadService } from "./load-service.ts";
export type { AnyClient, Document, RawMethod, Service } from "./load-service.ts";
