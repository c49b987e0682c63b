import formats from 'ajv-formats';
import { memoize } from '../../kernel/caches.ts';
import { type Json, toNumbers } from '../../kernel/json.ts';
import { FileError, faultOf } from '../../kernel/user-errors.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { firstMembers } from '../../engine/validation/ajv.ts';
import { toShapeFault } from '../../engine/validation/shape-fault.ts';
import type { Place, Target } from './located-yaml.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Parses YAML, or JSON, which is a subset of YAML.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export type ReadYaml = (
  text: string,
  file: string,
) => Promise<{
  readonly value: Json;
  /** Where in the text they are; of what does not exist, where its parent is. */
  readonly placesOf: (targets: readonly Target[]) => Promise<readonly Place[]>;
}>;

/** In this thread: for files of the operator's own, and for short ones. The parser is loaded with the first file. */
export const readYamlHere = async (text: string, file: string, mostNodes?: number): ReturnType<ReadYaml> => {
  const { parseLocatedYaml } = await import('./located-yaml.ts');
  const { value, placeOf } = parseLocatedYaml(text, file, mostNodes);
  return {
    value,
    // oxlint-disable-next-line typescript/require-await -- in a worker it takes a while
    placesOf: async (targets) => targets.map(placeOf),
  };
};

export interface LocatedFileOptions {
  /** By default in this thread. */
  readonly readYaml?: ReadYaml | undefined;
  /** Awaited between two parts of the file when they are checked. */
  readonly pause?: Pause;
}

/** A kind of file: its schema, and what the schema cannot say. */
interface LocatedFileKind<T> extends LocatedFileOptions {
  /** The message about an empty one. */
  readonly empty: string;
  readonly schema: object;
  readonly check: (file: T) => Promise<readonly PathDiagnostic[]>;
}

/** One more than the longest list of the schemas has, so that one that is too long still is. */
const MOST_LISTED = 201;

/** Maximum faults of shape per file. */
const MOST_SHAPE_FAULTS = 100;

/** Maximum reported faults per file; more are usually consequences of one fault. */
export const MAX_FAULTS = 20;

/**
 * Parses a file from YAML, or from JSON, which is a subset of YAML, and checks it.
 *
 * @throws {@link FileError} with file, line, column and a remedy for each fault
 */
export const readLocatedFile = async <T extends object>(
  text: string,
  file: string,
  kind: LocatedFileKind<T>,
): Promise<T> => {
  const { readYaml = readYamlHere, pause } = kind;
  const { value, placesOf } = await readYaml(text, file);
  await pause?.();
  const faults = await findFileFaults(value, kind);
  if (faults.length === 0) return value as T;
  const shown = faults.slice(0, MAX_FAULTS);
  const places = await placesOf(shown.map(({ path, isKey = false }) => ({ path, isKey })));
  throw new FileError(shown.map(({ message }, index) => ({ ...faultOf(file, toSentence(message)), ...places[index] })));
};

/** The faults of the value of a file: those of its shape, and if it has none, what a schema cannot express. */
export const findFileFaults = async <T extends object>(
  value: Json,
  { schema, empty, check }: Pick<LocatedFileKind<T>, 'schema' | 'empty' | 'check'>,
): Promise<readonly PathDiagnostic[]> => {
  const misshapen = findShapeFaults(value, schema, empty);
  return misshapen.length > 0 ? misshapen : check(value as T);
};

/** Violations of the schema. */
const findShapeFaults = (value: Json, schema: object, empty: string): PathDiagnostic[] => {
  if (value === null) return [{ path: [], message: empty }];
  const validate = fileValidator(schema);
  const numbers = toNumbers(value);
  // All faults of a huge file would take quadratic time; its first parts have enough.
  const part = firstMembers(numbers, MOST_LISTED);
  if (validate(part) && (part === numbers || validate(numbers))) return [];
  // An "if" error only repeats that its "then" or "else" failed, which is already listed.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  // What breaks a rule with words of its own may only follow from another fault, such as a misspelt key.
  const first = errors.filter(({ parentSchema }) => parentSchema?.['errorMessage'] === undefined);
  return (first.length > 0 ? first : errors).slice(0, MOST_SHAPE_FAULTS).map(toShapeFault);
};

/**
 * Compiled once per schema, optimized for a fast start: each file is read once. Tests validate our schemas themselves.
 */
const fileValidator = memoize((schema: object): ValidateFunction => {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  formats.default(ajv);
  return ajv.compile(schema);
});
