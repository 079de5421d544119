/** Goes on at once with what is there, later with what has to be waited for: a request that needs no waiting costs no turn of the event loop. */
export function whenReady<Value, Result>(value: Value | Promise<Value>, goOn: (value: Value) => Result | Promise<Result>): Result | Promise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
