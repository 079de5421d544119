/** Calls a function with a value, synchronously if it is not a promise: a request without asynchronous work takes no turn of the event loop. */
export function whenReady<Value, Result>(value: Value | Promise<Value>, goOn: (value: Value) => Result | Promise<Result>): Result | Promise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
