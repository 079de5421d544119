import type { Operation } from "@keywright/core/client";
import { serviceOf } from "./clients/index.ts";
import type { Mock } from "./start-mock.ts";

/** Returns a command line that calls a mock: the first operation that needs a token and no other input. */
export function exampleCall({ service, url }: Mock): string {
  const operation = Object.values<Operation>(serviceOf(service).table).find(
    ({ method, security, pathParameters, ...others }) =>
      method === "GET" && security.scheme === "bearer" && pathParameters === undefined && !needsParameters(others),
  );
  return operation === undefined ? `curl ${url}` : `curl -H "Authorization: Bearer any" ${url}${operation.path}`;
}

function needsParameters({
  queryParameters,
  headerParameters,
  cookieParameters,
}: Pick<Operation, "queryParameters" | "headerParameters" | "cookieParameters">): boolean {
  return Object.values({ ...queryParameters, ...headerParameters, ...cookieParameters }).some(({ required }) => required);
}
