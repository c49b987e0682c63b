import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { toReferenceToken } from '../../kernel/json-pointer.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { alternativesOf, toViolations } from '../validation/violations.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import type { Path } from '../../kernel/path.ts';
import { suggest } from '../matching/nearest.ts';
import { spotsIn } from './template.ts';
import { unknownMembers } from '../validation/unknown-members.ts';
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
  const spots = toSpots(spotsIn(value).map(({ path }) => path));
  const isKept = (error: ErrorObject): boolean => !isPartialError(error, isPartial) && !concernsSpot(error, spots);
  const errors = [...keep(errorsAt(schema.pointer, toNumbers(value)), isKept)];
  for (const { field, message } of toViolations(errors, value).slice(0, MAX_DIAGNOSTICS))
    diagnostics
      .at(...toPath(field))
      .add(
        `${what} does not match the API description: ${field === '' ? 'it' : field} ${message}. Correct it, or add offContract: true`,
      );
  if (errors.length > 0) return;
  const unknown = unknownMembers(value, { document: contract.document, pointer: schema.pointer });
  for (const { path, known } of unknown.slice(0, MAX_DIAGNOSTICS)) {
    const key = String(path.at(-1));
    diagnostics
      .at(...path)
      .addKey(`${what} has no "${key}" there: ${toSentence(suggest(key, known))} Or add offContract: true`);
  }
};

/** In the place of a choice that is left out, what its alternatives say otherwise. */
const keep = function* (
  errors: readonly ErrorObject[],
  isKept: (error: ErrorObject) => boolean,
): Generator<ErrorObject> {
  for (const error of errors)
    if (isKept(error)) yield error;
    else for (const alternative of alternativesOf(error)) yield* keep(alternative, isKept);
};

/**
 * Missing members are filled in later; alternatives (`oneOf`, `anyOf`) that fail only because of them cannot be told
 * apart.
 */
const isPartialError = ({ keyword }: ErrorObject, isPartial: boolean): boolean =>
  isPartial && ['required', 'dependentRequired', 'minProperties', 'anyOf', 'oneOf', 'if'].includes(keyword);

/** Instance paths of templates, and of what holds them: a file may have thousands, each with its errors. */
interface Spots {
  readonly own: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

const toSpots = (paths: readonly Path[]): Spots => {
  const own = new Set<string>();
  const around = new Set<string>();
  for (const path of paths) {
    let place = '';
    for (const key of path) {
      around.add(place);
      place += `/${toReferenceToken(String(key))}`;
    }
    own.add(place);
  }
  return { own, around };
};

/** The value of a template is not known yet, and neither is the result of an alternative that depends on it. */
const concernsSpot = ({ instancePath, keyword }: ErrorObject, { own, around }: Spots): boolean =>
  own.has(instancePath) || (['anyOf', 'oneOf', 'if', 'not'].includes(keyword) && around.has(instancePath));

/** Parses `items[0].id` into its keys. */
const toPath = (field: string): Path =>
  field
    .replaceAll('[', '.[')
    .split('.')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
