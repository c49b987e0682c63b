import { getOrInsert } from '../../kernel/get-or-insert.ts';
import { type Discriminator, discriminatorIn, referenceIn } from '../contract/discriminator.ts';
import { valueAt } from '../contract/json-pointer.ts';
import { type SchemaObject, isSchemaObject } from '../contract/walk-schema.ts';

/** What one value of a member says about the alternatives of an `anyOf` or `oneOf`. */
export interface Choice {
  /** The alternatives to evaluate: others list other values of the member. */
  readonly open: readonly number[];
  /** The intended one, by its position in `open`. */
  readonly meant?: number;
  /** The member, if no alternative is open, and all values that they list. */
  readonly refused?: { readonly member: string; readonly allowedValues: readonly unknown[] };
}

/** Undefined if the value does not choose. */
type Choose = (data: unknown) => Choice | undefined;

/** Chooses alternatives by OpenAPI's `discriminator`, or by the `const` or `enum` of a member. */
export type CreateChoose = (parent: SchemaObject, alternatives: readonly unknown[]) => Choose | undefined;

/** Maximum depth of compositions, which also terminates recursive schemas. */
const DEEPEST = 12;

export const createChooser = (
  document: SchemaObject,
  /** Whether a discriminator leaves the outcome of validation unchanged, as OpenAPI 3.0.4 has it (section 4.7.25). */
  isHint: boolean,
): CreateChoose => {
  /** A schema and the schemas that apply whenever it does. */
  const partsOf = function* (schema: unknown, depth = 0): Generator<SchemaObject> {
    if (!isSchemaObject(schema) || depth > DEEPEST) return;
    yield schema;
    const { $ref, allOf } = schema;
    if (typeof $ref === 'string' && $ref.startsWith('#')) yield* partsOf(valueAt(document, $ref), depth + 1);
    if (Array.isArray(allOf)) for (const part of allOf) yield* partsOf(part, depth + 1);
  };

  /** The values that an alternative lists, by member. */
  const listedIn = (alternative: unknown): ReadonlyMap<string, ReadonlySet<unknown>> => {
    const listed = new Map<string, ReadonlySet<unknown>>();
    for (const { properties } of partsOf(alternative))
      for (const [name, member] of Object.entries(isSchemaObject(properties) ? properties : {}))
        for (const part of partsOf(member)) {
          const values = 'const' in part ? [part['const']] : part['enum'];
          // Ajv compares arrays and objects by their contents.
          if (Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null))
            listed.set(name, new Set(values));
        }
    return listed;
  };

  const chooseByListed = (alternatives: readonly unknown[]): Choose | undefined => {
    const listed = alternatives.map(listedIn);
    const counts = new Map<string, number>();
    for (const name of listed.flatMap((each) => [...each.keys()])) counts.set(name, (counts.get(name) ?? 0) + 1);
    const [most] = [...counts].sort(([, one], [, other]) => other - one);
    if (most === undefined) return undefined;
    const [member] = most;
    return chooseByValue(
      member,
      listed.map((each) => each.get(member)),
    );
  };

  return (parent, alternatives) => {
    const discriminator = discriminatorIn(document, parent);
    const byName = discriminator && chooseByName(discriminator, alternatives, isHint);
    const byValue = chooseByListed(alternatives);
    if (isHint || discriminator === undefined || byName === undefined) return byValue ?? byName;
    // Values that a schema lists for the member take precedence over its name (OpenAPI 3.0.4, section 4.7.24.2.1).
    const isOverridden = alternatives.some((alternative) => listedIn(alternative).has(discriminator.member));
    const refuse = isOverridden ? undefined : refuseUnknown(discriminator, alternatives);
    return (data) => byName(data) ?? refuse?.(data) ?? byValue?.(data);
  };
};

const memberOf = (data: unknown, name: string): unknown =>
  isSchemaObject(data) && Object.hasOwn(data, name) ? data[name] : undefined;

const chooseByValue = (member: string, lists: readonly (ReadonlySet<unknown> | undefined)[]): Choose => {
  const listing = new Map<unknown, number[]>();
  for (const [index, list] of lists.entries())
    for (const value of list ?? []) getOrInsert(listing, value, () => []).push(index);
  const listingNothing = [...lists.keys()].filter((index) => lists[index] === undefined);
  const allowedValues = [...listing.keys()];
  const choiceOf = (those: readonly number[]): Choice => {
    const open = [...listingNothing, ...those].sort((one, other) => one - other);
    if (open.length === 0) return { open, refused: { member, allowedValues } };
    // Alternatives that list nothing are evaluated, too, but those that list the value are meant.
    const [only = 0, ...others] = those.length > 0 ? those : open;
    return others.length === 0 ? { open, meant: open.indexOf(only) } : { open };
  };
  const choices = new Map([...listing].map(([value, those]) => [value, choiceOf(those)]));
  const otherwise = choiceOf([]);
  return (data) => {
    const value = memberOf(data, member);
    return value === undefined ? undefined : (choices.get(value) ?? otherwise);
  };
};

/**
 * By the schema that a discriminator names. As a hint it decides only which errors are reported: all alternatives are
 * evaluated.
 */
const chooseByName = (
  { member, schemaOf, otherwise }: Discriminator,
  alternatives: readonly unknown[],
  isHint: boolean,
): Choose => {
  const references = alternatives.map(referenceIn);
  const all = [...references.keys()];
  const choices = all.map((index): Choice => (isHint ? { open: all, meant: index } : { open: [index], meant: 0 }));
  return (data) => {
    if (!isSchemaObject(data)) return undefined;
    const name = memberOf(data, member);
    const schema = (typeof name === 'string' ? schemaOf(name) : undefined) ?? otherwise;
    return schema === undefined ? undefined : choices[references.indexOf(schema)];
  };
};

/**
 * Without an implicit or explicit mapping for the value no schema can be determined, and validation should fail (OpenAPI
 * 3.0.4, section 4.7.25.4).
 */
const refuseUnknown = (
  { member, schemaOf, namesOf }: Discriminator,
  alternatives: readonly unknown[],
): Choose | undefined => {
  const references = alternatives.map(referenceIn).filter((reference) => reference !== undefined);
  if (references.length < alternatives.length) return undefined;
  const refusal: Choice = {
    open: [],
    refused: { member, allowedValues: [...new Set(references.flatMap(namesOf))] },
  };
  return (data) => {
    const name = memberOf(data, member);
    return typeof name === 'string' && schemaOf(name) === undefined ? refusal : undefined;
  };
};
