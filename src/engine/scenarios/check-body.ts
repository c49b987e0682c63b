import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import type { SchemaObject } from '../contract/walk-schema.ts';
import { toViolations } from '../validation/violations.ts';
import type { DiagnosticList, Path } from './diagnostic.ts';
import { suggest } from '../matching/nearest.ts';
import { spotsIn } from './template.ts';
import { followInSchema } from './schema-members.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** A value in a file that must match a schema of the description. */
interface Checked {
  readonly value: Json;
  readonly schema: SchemaPlace;
  /** Missing members are generated, or taken from a sample. */
  readonly isPartial: boolean;
  /** For example `the body of 201 of createThing`. */
  readonly what: string;
}

/** Maximum number of diagnostics: more would hide the first. */
const MAX_DIAGNOSTICS = 5;

/** Validates a body against its schema, with a diagnostic at the position of each violation in the file. */
export const checkBody = (
  { value, schema, isPartial, what }: Checked,
  { errorsAt, contract }: ScenarioSchema,
  diagnostics: DiagnosticList,
): void => {
  const spots = spotsIn(value).map(({ path }) => toInstancePath(path));
  const errors = errorsAt(schema.pointer, toNumbers(value)).filter(
    (error) => !isPartialError(error, isPartial) && !concernsSpot(error, spots),
  );
  for (const { field, message } of toViolations(errors, value).slice(0, MAX_DIAGNOSTICS))
    diagnostics
      .at(...toPath(field))
      .add(
        `${what} does not match the API description: ${field === '' ? 'it' : field} ${message}. Correct it, or add offContract: true`,
      );
  if (errors.length > 0) return;
  for (const { path, key, known } of findStrangers(contract.document, schema.pointer, value).slice(0, MAX_DIAGNOSTICS))
    diagnostics
      .at(...path)
      .addKey(`${what} has no "${key}" there: ${toSentence(suggest(key, known))} Or add offContract: true`);
};

interface Stranger {
  readonly path: Path;
  readonly key: string;
  readonly known: readonly string[];
}

/** Members that the description does not name: a schema that allows additional members would accept a misspelt one. */
const findStrangers = (document: SchemaObject, pointer: string, value: Json, path: Path = []): Stranger[] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, Json | undefined][] = Array.isArray(value)
    ? [...(value as readonly Json[]).entries()]
    : Object.entries(value);
  return entries.flatMap(([key, member]) => {
    const own = [...path, key];
    const followed = followInSchema(document, { $ref: pointer }, own.map(String));
    if (followed.kind === 'unknown') return [{ path: own, key: followed.key, known: followed.known }];
    return findStrangers(document, pointer, member ?? null, own);
  });
};

/**
 * Missing members are filled in later; alternatives (`oneOf`, `anyOf`) that fail only because of them cannot be told
 * apart.
 */
const isPartialError = ({ keyword }: ErrorObject, isPartial: boolean): boolean =>
  isPartial && ['required', 'dependentRequired', 'minProperties', 'anyOf', 'oneOf', 'if'].includes(keyword);

/** The value of a template is not known yet, and neither is the result of an alternative that depends on it. */
const concernsSpot = ({ instancePath, keyword }: ErrorObject, spots: readonly string[]): boolean =>
  spots.some(
    (spot) =>
      instancePath === spot ||
      (['anyOf', 'oneOf', 'if', 'not'].includes(keyword) &&
        (instancePath === '' || spot.startsWith(`${instancePath}/`))),
  );

const toInstancePath = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Parses `items[0].id` into its keys. */
const toPath = (field: string): Path =>
  field
    .replaceAll('[', '.[')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
