import type { OperationSpec } from "../schemas/operation-spec.ts";

/** The operation of a request, and the path's parameters, not decoded. */
export interface Match {
  readonly operation: OperationSpec;
  readonly path: { readonly [name: string]: string };
}

/** The path exists, but does not have the method. */
export interface MethodNotAllowed {
  readonly allow: readonly string[];
}

interface Route {
  readonly segments: readonly string[];
  /** Patterns of segments with parameters; `{id}.json` has text around its parameter. */
  readonly patterns: readonly (SegmentPattern | undefined)[];
  readonly operations: Map<string, OperationSpec>;
}

interface SegmentPattern {
  readonly regex: RegExp;
  readonly names: readonly string[];
}

const NO_PARAMETERS = {};

/**
 * Returns a function that finds operations by method and path. HEAD uses the operation of GET.
 *
 * @param trailingSlash Whether to ignore a slash at the end of a path.
 */
export function createRouter(
  operations: readonly OperationSpec[],
  trailingSlash: boolean,
): (method: string, path: string) => Match | MethodNotAllowed | undefined {
  const fixed = new Map<string, Route>();
  const templates: Route[] = [];
  for (const operation of operations) {
    const path = encoded(operation.path);
    const known = path.includes("{") ? templates.find(({ segments }) => segments.join("/") === path) : fixed.get(path);
    const route = known ?? routeOf(path);
    route.operations.set(operation.method, operation);
    if (known === undefined && path.includes("{")) templates.push(route);
    else fixed.set(path, route);
  }
  return (method, path) => {
    const whole = path.includes("%") ? path.replaceAll(/%[\da-f]{2}/gi, (triplet) => triplet.toUpperCase()) : path;
    const asked = trailingSlash && whole.length > 1 && whole.endsWith("/") ? whole.slice(0, -1) : whole;
    const exact = fixed.get(asked);
    if (exact !== undefined) return pick(exact, method, NO_PARAMETERS);
    const segments = asked.split("/");
    for (const route of templates) {
      const parameters = parametersOf(route, segments);
      if (parameters !== undefined) return pick(route, method, parameters);
    }
    return undefined;
  };
}

/** Returns a path as URLs have it: what is not ASCII is encoded, except in names of parameters. */
function encoded(path: string): string {
  return path
    .split(/(\{.+?\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)))
    .join("");
}

function routeOf(path: string): Route {
  const segments = path.split("/");
  return { segments, patterns: segments.map(patternOf), operations: new Map() };
}

function patternOf(segment: string): SegmentPattern | undefined {
  const parts = segment.split(/\{(.+?)\}/);
  if (parts.length === 1) return undefined;
  const regex = parts.map((part, index) => (index % 2 === 1 ? "(.+?)" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("");
  return { regex: new RegExp(`^${regex}$`, "s"), names: parts.filter((_, index) => index % 2 === 1) };
}

function parametersOf({ segments, patterns }: Route, asked: readonly string[]): Match["path"] | undefined {
  if (asked.length !== segments.length) return undefined;
  const parameters: [name: string, value: string][] = [];
  for (const [index, value] of asked.entries()) {
    const pattern = patterns[index];
    const found = pattern?.regex.exec(value);
    if (pattern === undefined ? value !== segments[index] : !found) return undefined;
    for (const [place, name] of pattern?.names.entries() ?? []) parameters.push([name, found?.[place + 1] ?? ""]);
  }
  return Object.fromEntries(parameters);
}

function pick({ operations }: Route, method: string, path: Match["path"]): Match | MethodNotAllowed {
  const operation = operations.get(method) ?? (method === "HEAD" ? operations.get("GET") : undefined);
  if (operation !== undefined) return { operation, path };
  return { allow: [...operations.keys()].flatMap((known) => (known === "GET" && !operations.has("HEAD") ? ["GET", "HEAD"] : [known])) };
}
