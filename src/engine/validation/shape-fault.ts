import type { ErrorObject } from 'ajv/dist/2020.js';
import type { PathDiagnostic } from '../../kernel/diagnostic.ts';
import { formatPath, type Path } from '../../kernel/path.ts';
import { pathOf } from '../../kernel/json-pointer.ts';
import { suggest } from '../matching/nearest.ts';
import { type UnknownKey, unknownMemberOf } from './unknown-members.ts';

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
  const unknown = unknownMemberOf(error);
  if (unknown !== undefined) return toUnknownKey(path, where, unknown);
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

const toUnknownKey = (path: Path, where: string, { name, known }: UnknownKey): PathDiagnostic => ({
  path: [...path, name],
  isKey: true,
  message: `${where} has an unknown key "${name}": ${suggest(name, known)}`,
});

const inWords = ({ keyword, params, message, data }: ErrorObject): string => {
  const limit = String(params['limit'] ?? '');
  switch (keyword) {
    case 'type':
      return `must be ${String(params['type']).replaceAll(',', ' or ')}, but is ${kindOf(data)}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}, but is ${shorten(data)}`;
    case 'const':
      return `can only be ${JSON.stringify(params['allowedValue'])}, but is ${shorten(data)}: correct or remove it`;
    case 'minimum':
    case 'maximum':
      return `must be ${keyword === 'minimum' ? 'at least' : 'at most'} ${limit}, but is ${shorten(data)}: choose a number in that range`;
    case 'minLength':
    case 'maxLength':
      return `must have ${keyword === 'minLength' ? 'at least' : 'at most'} ${limit} characters: write a ${keyword === 'minLength' ? 'longer' : 'shorter'} one`;
    case 'minItems':
    case 'maxItems':
      return `must have ${keyword === 'minItems' ? 'at least' : 'at most'} ${limit} entries: ${keyword === 'minItems' ? 'add one, or remove the list' : 'split the scenario'}`;
    case 'minProperties':
      return 'is empty: fill it in, or remove it';
    case 'maxProperties':
      return `must have at most ${limit} keys: remove the others`;
    case 'pattern':
      return `must match ${String(params['pattern'])}, but is ${shorten(data)}`;
    default:
      return `${message ?? keyword}: correct it`;
  }
};

const kindOf = (value: unknown): string => {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : shorten(value);
};

const shorten = (value: unknown): string => {
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const toExample = (schema: Described | undefined, name?: string): string => {
  const [example] = schema?.examples ?? [];
  if (example === undefined) return '';
  return `, for example ${name === undefined ? '' : `${name}: `}${JSON.stringify(example)}`;
};
