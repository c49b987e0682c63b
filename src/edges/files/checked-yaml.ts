import type { ErrorObject } from 'ajv/dist/2020.js';
import { toUnknownKey } from '../../engine/validation/shape-fault.ts';
import { unknownMemberOf } from '../../engine/validation/unknown-members.ts';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { FileError } from '../../kernel/file-error.ts';
import { toNumbers } from '../../kernel/json.ts';
import { pathOf } from '../../kernel/path.ts';
import { fileValidator } from './located-file.ts';
import { parseLocatedYaml } from './located-yaml.ts';

/** YAML text with the schema that validates it. */
interface UncheckedYaml<T> {
  readonly file: string;
  readonly text: string;
  readonly schema: object;
  readonly findDiagnostics: (value: T) => readonly PathDiagnostic[];
}

/** @throws {@link FileError} with line and column of every fault */
export const parseCheckedYaml = <T extends object>(unchecked: UncheckedYaml<T>): T => {
  const { file, text, schema, findDiagnostics } = unchecked;
  // A file of the operator's own, at start: it may be long.
  const { value, placeOf } = parseLocatedYaml(text, file, Infinity);
  const validate = fileValidator(schema);
  const misshapen = validate(toNumbers(value)) ? [] : (validate.errors ?? []).map(toFault);
  const faults = misshapen.length > 0 ? misshapen : findDiagnostics(value as T);
  if (faults.length === 0) return value as T;
  throw new FileError(faults.map(({ path, message }) => ({ file, ...placeOf({ path }), message })));
};

const toFault = (error: ErrorObject): PathDiagnostic => {
  const path = pathOf(error.instancePath);
  const where = path.length === 0 ? 'the file' : path.join('.');
  const unknown = unknownMemberOf(error);
  if (unknown !== undefined) return toUnknownKey(path, where, unknown);
  const allowed: unknown = error.params['allowedValues'];
  const list = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : '';
  return { path, message: `${where} ${error.message ?? error.keyword}${list}` };
};
