import type { ExchangeSummary } from "../../core/service/emulator-options.ts";
import type { RecordedRequest } from "../../core/log/recorded-request.ts";

/** Returns a line of the log, without query, headers and body, because these contain secrets. */
export function textLine(service: string, { at, method, path, status, operationId, faulted, isExample }: ExchangeSummary): string {
  return `${at.toISOString()} ${service} ${method} ${path} ${status ?? "-"} ${operationId ?? "-"}${faulted ? " fault" : ""}${isExample ? " example" : ""}\n`;
}

/** Returns a recorded request as a line of JSON, without its bodies. */
export function jsonLine({ requestBody: _requestBody, responseBody: _responseBody, ...recorded }: RecordedRequest): string {
  return `${JSON.stringify(recorded)}\n`;
}
