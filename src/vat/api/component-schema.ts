import { matching, object, type Schema, schemaOf, toReference } from '../../engine/sdk.ts';
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
/** Contacts of a buyer, event types and sellers of a webhook endpoint. */
export const MOST_ENTRIES = 100;

/** A text that a client gave. It may be empty, as an alternative has it. */
export const givenText = schemaOf<string>({ type: 'string', maxLength: LONGEST_TEXT });

/** Either case, as an alternative of code-patterns has it. */
export const countryCode = matching('^[A-Za-z]{2}$');
const currencyCode = matching('^[A-Za-z]{3}$');

export const money = object({ value: memberOf('Money', 'value'), currency: currencyCode });
