import { SCHEMA_KEYWORDS } from '../../generated/keywords.ts';
import type { SchemaObject } from './walk-schema.ts';

/** The extensions of schemas, which say how values are generated: what the text of each one is. */
export const SCHEMA_EXTENSIONS = {
  'x-fake': 'the name of a generator',
  'x-fake-relate': 'the name of a relation',
} as const;

/** Name of the generator of the schema's values. */
export const generatorIn = ({ 'x-fake': name }: SchemaObject): string | undefined =>
  typeof name === 'string' ? name : undefined;

/** Name of the relation between the members of the schema's objects. */
export const relationIn = ({ 'x-fake-relate': name }: SchemaObject): string | undefined =>
  typeof name === 'string' ? name : undefined;

/** Maximum sizes that a schema may demand of a generated value. */
export const FAKEABLE_SIZES: Readonly<Record<string, number>> = SCHEMA_KEYWORDS.generated;

export const isTooLargeToFake = (schema: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(FAKEABLE_SIZES).some(([keyword, most]) => Number(schema[keyword] ?? 0) > most);

/** A larger `maxLength` only names the limit of a database column or of an integer. */
const TELLING_LENGTH = 255;

/** Characters beyond the minimum where no telling maximum is given. */
const USUAL_SPREAD = 10;

/** The maximum length of generated texts, however much longer they may be. */
export const fakedMaxLength = ({
  minLength = 0,
  maxLength = Infinity,
}: {
  minLength?: number;
  maxLength?: number;
}): number => (maxLength <= TELLING_LENGTH ? maxLength : Math.min(maxLength, minLength + USUAL_SPREAD));
