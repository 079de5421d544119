import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** Whether a reference is a URL, of any scheme. A single letter is a drive of Windows. */
export function isUrl(reference: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(reference);
}

/**
 * Whether a contract may read a file or a URL.
 *
 * @param reference An absolute path, or a URL.
 * @param places Folders, files and URLs: what they are or contain may be read.
 */
export function mayRead(reference: string, places: readonly string[]): boolean {
  if (isUrl(reference)) return places.some((place) => isUrl(place) && isBelowUrl(reference, place));
  const folders = places.filter((place) => !isUrl(place)).map((place) => resolve(place));
  // On Windows, looking at a path with a host would send it the user's credentials.
  if (!folders.some((folder) => isBelow(reference, folder) || isBelow(reference, realOf(folder)))) return false;
  return !existsSync(reference) || folders.some((folder) => isBelow(realOf(reference), realOf(folder)));
}

function isBelowUrl(reference: string, place: string): boolean {
  if (!URL.canParse(reference)) return false;
  const [{ origin, pathname }, base] = [new URL(reference), new URL(place)];
  return origin === base.origin && `${pathname}/`.startsWith(base.pathname.replace(/\/?$/, "/"));
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
