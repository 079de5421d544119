// What methods take and return, other than the JSON of the contract.

/**
 * Bytes to send. A `Blob`, such as from `fs.openAsBlob`, is read while it is sent, and again for a
 * retry. A stream is not sent twice.
 */
export type BinaryInput = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** A merge patch (RFC 7396). `null` deletes an optional property. An array replaces the array. */
export type MergePatch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]: Record<never, never> extends Pick<Value, Name> ? MergePatch<Value[Name]> | null : MergePatch<Value[Name]> }
    : Value;

/** A file of a multipart body: its bytes, alone or with a name and a media type. */
export type FileInput =
  | BinaryInput
  | {
      readonly content: BinaryInput;
      /** @default the name of a `File`, or else the name of the part */
      readonly fileName?: string | undefined;
      /** @default the `type` of a `Blob`, or else that of the contract */
      readonly contentType?: string | undefined;
    };

/** The unread bytes of a response. Read them once: all at once, or as a stream. */
export interface BinaryContent {
  /** The media type of the response; `undefined` if it has none. */
  readonly mediaType: string | undefined;
  /** The size that the response announces, in bytes; `undefined` if it announces none. */
  readonly sizeBytes: number | undefined;
  /**
   * Reads all bytes. If they end early, the call is retried like any other read: with the client's
   * `retry`, until its `totalTimeoutMs`, from the first byte.
   *
   * @throws InvalidResponseError `truncated-response` if they end early each time.
   */
  bytes(): Promise<Uint8Array>;
  /**
   * Passes the bytes to a function as they arrive. If they end early, the function fails; then the
   * call is retried as for `bytes`, and the function is called again with all bytes from the first.
   *
   * @param read Reads the stream. If it fails for another reason, it is not called again.
   * @returns What the function returns.
   */
  consume<Result>(read: (bytes: ReadableStream<Uint8Array>) => Promise<Result>): Promise<Result>;
  /**
   * Returns the bytes as they arrive. Cancel a stream that you do not read to its end, to free its
   * connection. It fails with `truncated-response` if the bytes end early, and with `TimeoutError`
   * if the next chunk takes longer than `timeoutMs`. It is not retried, because the bytes before
   * the failure have already been passed on: see `consume`.
   */
  stream(): ReadableStream<Uint8Array>;
}

/** One server-sent event (WHATWG HTML §9.2). */
export interface ServerSentEvent<Data = unknown, Name extends string = string> {
  /** The name of the event; `message` if it has none. */
  readonly event: Name;
  readonly data: Data;
  /** The last id that the service sent; `undefined` if there is none yet. */
  readonly id: string | undefined;
}

/** One page of a list. */
export interface Page<Item, Position> {
  readonly items: readonly Item[];
  /**
   * The position after this page, for the same method's `cursor`, `after` or `offset`. Save it
   * after you have handled the page.
   */
  readonly resumeAt: Position;
  /** `true` if the `Link` header differs from the next page of the body, which is used. */
  readonly linkIgnored?: boolean;
}

/**
 * A list that is read page by page during iteration. Nothing is sent before you iterate; each
 * iteration starts again at the call's position.
 *
 * While you handle a page, the next one is already requested, unless the call has
 * `readAhead: false`. Leaving the loop early aborts that request. If an error ends the iteration,
 * its `resumeAt` is the position after the last page that was returned.
 */
export interface Paginator<Item, Position> extends AsyncIterable<Item> {
  /** Returns the pages with their positions, also an empty last one with a newer position. */
  pages(): AsyncIterable<Page<Item, Position>>;
  /**
   * Returns all items in one array, or none: the `resumeAt` of an error is the position where the
   * iteration started.
   *
   * @param options `max`: the maximum number of items; `Infinity` for no limit.
   * @throws ArgumentError if `max` is missing or not a whole number of at least 0.
   * @throws PaginationError `too-many-items` if the list has more items, so that none are dropped
   * silently.
   */
  toArray(options: { readonly max: number }): Promise<Item[]>;
}
