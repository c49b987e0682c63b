import type { ErrorObject } from 'ajv/dist/2020.js';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { formatPath } from '../../kernel/path.ts';
import { pathOf } from '../../kernel/json-pointer.ts';
import { excerpt } from '../contract/dialect.ts';
import { suggest } from '../matching/nearest.ts';
import { unknownMemberOf } from './unknown-members.ts';

/** A schema with its examples for people, and its own words about what breaks it. */
interface Described {
  readonly errorMessage?: string;
  readonly not?: object;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Described>>;
}

/** Formats a schema violation as a message with an example, both from the schema. */
export const toShapeFault = (error: ErrorObject): PathDiagnostic => {
  const path = pathOf(error.instancePath);
  const where = path.length === 0 ? 'the file' : formatPath(path);
  const { keyword, params } = error;
  const schema = (error.parentSchema ?? {}) as Described;
  const { errorMessage, not } = schema;
  // What a schema allows nowhere (`not: {}`) is wrong by its name.
  if (errorMessage !== undefined)
    return {
      path,
      message: path.length === 0 ? errorMessage : `${where}: ${errorMessage}`,
      isKey: not !== undefined && Object.keys(not).length === 0,
    };
  const { name = '', known = [] } = unknownMemberOf(error) ?? {};
  if (name !== '')
    return {
      path: [...path, name],
      isKey: true,
      message: `${where} has an unknown key "${name}": ${suggest(name, known)}`,
    };
  if (keyword === 'propertyNames')
    return {
      path: [...path, String(params['propertyName'])],
      isKey: true,
      message: `${where}: "${String(params['propertyName'])}" is not a valid name: use letters, digits and hyphens`,
    };
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    const missing = schema.properties?.[name];
    return { path, message: `${where} is missing "${name}": add it${toExample(missing, name)}` };
  }
  return { path, message: `${where} ${inWords(error)}${toExample(schema)}` };
};

const inWords = ({ keyword, params, message, data }: ErrorObject): string => {
  const limit = String(params['limit'] ?? '');
  switch (keyword) {
    case 'type':
      return `must be ${String(params['type']).replaceAll(',', ' or ')}, but is ${kindOf(data)}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}, but is ${excerpt(data)}`;
    case 'const':
      return `can only be ${JSON.stringify(params['allowedValue'])}, but is ${excerpt(data)}: correct or remove it`;
    case 'minimum':
    case 'maximum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${limit}, but is ${excerpt(data)}: choose a number in that range`;
    case 'minLength':
      return `must have at least ${limit} characters: write a longer one`;
    case 'maxLength':
      return `must have at most ${limit} characters: write a shorter one`;
    case 'minItems':
      return `must have at least ${limit} entries: add one, or remove the list`;
    case 'maxItems':
      return `must have at most ${limit} entries: split the scenario`;
    case 'minProperties':
      return 'is empty: fill it in, or remove it';
    case 'maxProperties':
      return `must have at most ${limit} keys: remove the others`;
    case 'pattern':
      return `must match ${String(params['pattern'])}, but is ${excerpt(data)}`;
    default:
      return `${message ?? keyword}: correct it`;
  }
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : excerpt(value);
};

const toExample = (schema: Described | undefined, name?: string): string => {
  const [example] = schema?.examples ?? [];
  if (example === undefined) return '';
  return `, for example ${name === undefined ? '' : `${name}: `}${JSON.stringify(example)}`;
};
