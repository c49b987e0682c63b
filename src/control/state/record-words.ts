/** JSON Schema, as far as records need it. */
export type RecordSchema = Readonly<Record<string, unknown>>;

export const text: RecordSchema = { type: 'string', maxLength: 10_000 };
export const name: RecordSchema = { type: 'string', minLength: 1, maxLength: 512 };
/** Milliseconds since the epoch, up to the year 9999. */
export const instant: RecordSchema = { type: 'integer', minimum: 0, maximum: 253_402_300_799_999 };
export const instantOrNone: RecordSchema = { ...instant, type: ['integer', 'null'] };
export const count: RecordSchema = { type: 'integer', minimum: 0 };
export const flag: RecordSchema = { type: 'boolean' };
export const some: RecordSchema = { type: 'object' };

export const oneOf = (...values: readonly (string | null)[]): RecordSchema => ({ enum: values });

export const list = (items: RecordSchema): RecordSchema => ({ type: 'array', items });

/** Members with a question mark are optional. */
export const object = (members: Readonly<Record<string, RecordSchema>>): RecordSchema => ({
  type: 'object',
  required: Object.keys(members).filter((key) => !key.endsWith('?')),
  properties: Object.fromEntries(Object.entries(members).map(([key, schema]) => [key.replace('?', ''), schema])),
});
