import type { ErrorObject } from 'ajv/dist/2020.js';
import { type Json, toNumbers } from '../../kernel/json.ts';
import type { SchemaPlace } from '../contract/contract.ts';
import { toViolations } from '../validation/violations.ts';
import type { FlawList, Path } from './flaw.ts';
import { spotsIn } from './placeholder.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A value in a file that has to fit a schema of the description. */
interface Checked {
  readonly value: Json;
  readonly schema: SchemaPlace;
  /** What is missing is generated, or taken from a sample. */
  readonly isPartial: boolean;
  /** `the body of 201 of createOrder`. */
  readonly what: string;
}

/** More would hide the first. */
const MAX_FLAWS = 5;

/** Holds a body against its schema, with a flaw for each rule that it breaks, where the file breaks it. */
export const checkBody = (
  { value, schema, isPartial, what }: Checked,
  { errorsAt }: Vocabulary,
  flaws: FlawList,
): void => {
  const spots = spotsIn(value).map(({ path }) => toInstancePath(path));
  const errors = errorsAt(schema.pointer, toNumbers(value)).filter(
    (error) => !isPartialError(error, isPartial) && !concernsSpot(error, spots),
  );
  for (const { field, message } of toViolations(errors, value).slice(0, MAX_FLAWS))
    flaws
      .at(...toPath(field))
      .add(
        `${what} does not fit the description: ${field === '' ? 'it' : field} ${message}. Mend it, or say offContract: true`,
      );
};

/** What is left out is filled in later; choices that fail only for that cannot be told from others. */
const isPartialError = ({ keyword }: ErrorObject, isPartial: boolean): boolean =>
  isPartial && ['required', 'dependentRequired', 'minProperties', 'anyOf', 'oneOf', 'if'].includes(keyword);

/** What a placeholder will be is not known yet, and neither is what a choice makes of it. */
const concernsSpot = ({ instancePath, keyword }: ErrorObject, spots: readonly string[]): boolean =>
  spots.some(
    (spot) =>
      instancePath === spot ||
      (['anyOf', 'oneOf', 'if', 'not'].includes(keyword) &&
        (instancePath === '' || spot.startsWith(`${instancePath}/`))),
  );

const toInstancePath = (path: Path): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** `vins[0].vin` as its keys. */
const toPath = (field: string): Path =>
  field === ''
    ? []
    : field
        .replaceAll('[', '.[')
        .split('.')
        .filter((part) => part !== '')
        .map((part) => (part.startsWith('[') ? Number(part.slice(1, -1)) : part));
