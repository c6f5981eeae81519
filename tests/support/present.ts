/** Returns a value that a test needs; fails the test where it is absent or an empty text. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined || value === '')
    throw new Error(`The test needs a value here, not ${JSON.stringify(value)}`);
  return value;
}
