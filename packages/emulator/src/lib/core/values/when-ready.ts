/** Calls a function with a value; synchronously, if it can, to save turns of the event loop. */
export function whenReady<Value, Result>(value: Value | Promise<Value>, goOn: (value: Value) => Result | Promise<Result>): Result | Promise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
