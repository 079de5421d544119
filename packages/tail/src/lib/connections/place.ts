/** What the errors of a client library are about. */
export interface Place {
  /** Such as `database events at db.example.com, port 5432 (--database)`. */
  readonly name: string;
  /** The variables of its credentials. Empty: those of the library. */
  readonly variables: readonly string[];
}

const PLACE = Symbol("place");

/** Notes a place in the error of work, because the error itself must stay what its readers know. */
export async function at<Result>(place: Place, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw Object.assign(Object(error), { [PLACE]: place });
  });
}

/** Returns the place of an error, or of its cause. */
export function placeOf(error: unknown): Place | undefined {
  const { [PLACE]: place, cause }: { readonly [PLACE]?: Place; readonly cause?: unknown } = Object(error);
  return place ?? (cause === undefined ? undefined : placeOf(cause));
}
