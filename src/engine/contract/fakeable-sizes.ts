/**
 * Maximum sizes that a schema may demand of a generated value. Larger values are not useful, and generating them would
 * block other requests.
 */
export const FAKEABLE_SIZES: Readonly<Record<string, number>> = {
  minLength: 100_000,
  minItems: 10_000,
  minProperties: 10_000,
};

export const isTooLargeToFake = (schema: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(FAKEABLE_SIZES).some(([keyword, most]) => Number(schema[keyword] ?? 0) > most);
