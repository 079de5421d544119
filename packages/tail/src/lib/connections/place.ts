/** What the errors of a client library are about. */
export interface Place {
  /** Such as `database events at db.example.com, port 5432 (--database)`. */
  readonly name: string;
  /** What has its address, such as `the host and the port of the address`. */
  readonly address: string;
  /** The variables of its credentials. Empty: those of the library. */
  readonly variables: readonly string[];
}

const PLACES = new WeakMap<object, Place>();

/** Notes the place of an error of work, which itself stays what its readers know. */
export async function at<Result>(place: Place, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof Object) PLACES.set(error, place);
    throw error;
  });
}

/** Returns the place of an error, or of its cause. */
export function placeOf(error: unknown): Place | undefined {
  const { cause }: { readonly cause?: unknown } = Object(error);
  return PLACES.get(Object(error)) ?? (cause === undefined ? undefined : placeOf(cause));
}
