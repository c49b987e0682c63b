import { type Schema, label, object, schemaOf } from '../../engine/sandbox/record-schema.ts';
import { toReference } from '../../engine/validation/ajv.ts';
import type { Schemas } from './behaviour.ts';

// Schemas of the API description, for members that records hold as the API shows them. Only those that no alternative
// of an assumption loosens: a record created under an alternative must remain importable.

export const component = <Name extends keyof Schemas>(name: Name): Schema<Schemas[Name]> =>
  toReference(`#/components/schemas/${name}`);

export const memberOf = <Name extends keyof Schemas, Member extends keyof Schemas[Name] & string>(
  name: Name,
  member: Member,
): Schema<Exclude<Schemas[Name][Member], undefined>> =>
  toReference(`#/components/schemas/${name}/properties/${member}`);

/** Limits of the description. Assumptions: text-limits, order-vins-limits, list-limits. */
export const LONGEST_TEXT = 500;
export const MOST_VINS = 500;
export const MOST_CONTACTS = 100;

/** A text that a client gave. It may be empty, as an alternative has it. */
export const givenText = schemaOf<string>({ type: 'string', maxLength: LONGEST_TEXT });

export const money = object({ value: schemaOf<number>({ type: 'integer' }), currency: label });
