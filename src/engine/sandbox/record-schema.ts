declare const TYPE: unique symbol;

/** JSON Schema of the values of a type. Records get their types from their schemas, so the two cannot differ. */
export interface Schema<out T = unknown> {
  readonly [keyword: string]: unknown;
  readonly [TYPE]?: T;
}

export type TypeOf<S> = S extends Schema<infer T> ? T : never;

/** For what the functions below cannot express: the caller vouches for the type. */
export const schemaOf = <T>(keywords: Readonly<Record<string, unknown>>): Schema<T> => keywords;

export const anything = schemaOf<unknown>({});
export const text = schemaOf<string>({ type: 'string', maxLength: 10_000 });
/** A text of any length. */
export const longText = schemaOf<string>({ type: 'string' });
/** An id, a name, a date: not empty. */
export const label = schemaOf<string>({ type: 'string', minLength: 1, maxLength: 512 });
export const uuid = schemaOf<string>({ type: 'string', format: 'uuid' });
export const dateTime = schemaOf<string>({ type: 'string', format: 'date-time', maxLength: 100 });
export const count = schemaOf<number>({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const flag = schemaOf<boolean>({ type: 'boolean' });
const MILLISECONDS = { minimum: 0, maximum: 253_402_300_799_999 };
/** Milliseconds since the epoch, up to the year 9999. */
export const instant = schemaOf<number>({ type: 'integer', ...MILLISECONDS });
export const instantOrNull = schemaOf<number | null>({ type: ['integer', 'null'], ...MILLISECONDS });

export const matching = (pattern: string, maxLength?: number): Schema<string> => ({
  type: 'string',
  pattern,
  ...(maxLength === undefined ? {} : { maxLength }),
});

export const oneOf = <const T extends string>(...values: readonly T[]): Schema<T> => ({ enum: values });

/** Maximum entries of a list in one record: each change reads and writes the whole record. */
const LONGEST_LIST = 10_000;

export const list = <T>(items: Schema<T>): Schema<readonly T[]> => ({ type: 'array', items, maxItems: LONGEST_LIST });

export const orNull = <T>(schema: Schema<T>): Schema<T | null> => ({ anyOf: [{ type: 'null' }, schema] });

export const mapOf = <T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
  maxProperties: LONGEST_LIST,
});

/** The id of a record of another collection; only for members of a record itself. A state without that record is refused. */
export const idIn = (collection: string): Schema<string> => ({ ...label, [REFERENCE]: collection });
const REFERENCE = 'x-refers-to';

type Members = Readonly<Record<string, Schema>>;

type ObjectOf<M extends Members> = {
  readonly [Key in keyof M as Key extends `${string}?` ? never : Key]: TypeOf<M[Key]>;
} & { readonly [Key in keyof M as Key extends `${infer Name}?` ? Name : never]?: TypeOf<M[Key]> };

/** Members with a question mark are optional. Further members are allowed. */
export const object = <const M extends Members>(members: M): Schema<Flat<ObjectOf<M>>> => ({
  type: 'object',
  required: Object.keys(members).filter((key) => !key.endsWith('?')),
  properties: Object.fromEntries(Object.entries(members).map(([key, schema]) => [key.replace('?', ''), schema])),
});

type Flat<T> = { readonly [Key in keyof T]: T[Key] };

/** The members that refer to another collection, with its name. */
export const referencesIn = ({ properties = {} }: Schema): [member: string, collection: string][] =>
  Object.entries(properties as Members).flatMap(([member, { [REFERENCE]: collection }]) =>
    typeof collection === 'string' ? [[member, collection]] : [],
  );
