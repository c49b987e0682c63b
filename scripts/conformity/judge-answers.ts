import { Validator } from '@cfworker/json-schema';
import { bundle } from '@apidevtools/json-schema-ref-parser';
import { upgradeSwagger } from '../../src/engine/contract/swagger.ts';

/** An answer as it came over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Begins the fault of a null that `nullable` is meant to allow, and does not by the letter. */
export const NULL_AS_MEANT = 'null as meant,';

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SINGLE = new Set([
  ...['items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'additionalProperties'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const PLAIN = new Set([
  ...['const', 'multipleOf', 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum', 'maxLength', 'minLength'],
  ...['format', 'maxItems', 'minItems', 'uniqueItems', 'maxContains', 'minContains', 'maxProperties', 'minProperties'],
  'dependentRequired',
]);
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

const isPattern = (text: unknown): text is string => {
  try {
    return typeof text === 'string' && new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

/**
 * Judges answers by a reading of the description that shares no code with the server: its schemas become JSON Schema 2020-12, for a
 * validator that is not the server's. Parts that are no JSON Schema (a `type` or pattern that does not exist) are left out. Of Swagger
 * 2.0, it reads what the server's converter makes of it.
 */
export const createJudge = async (
  file: string,
): Promise<(pointer: string, method: string, answer: Answer) => string | undefined> => {
  const written = { ...membersOf(await bundle(file)) };
  const document = 'swagger' in written ? (await upgradeSwagger(written, file)).document : written;
  // From 3.1 on, schemas are JSON Schema 2020-12 (OpenAPI 3.1.1, section 4.8.24).
  const isOld = String(document['openapi']).startsWith('3.0');

  const resolve = (value: unknown, turns = 50): Members => {
    const { $ref } = membersOf(value);
    return typeof $ref === 'string' && turns > 0 ? resolve(find($ref), turns - 1) : membersOf(value);
  };
  const find = (pointer: string): unknown => {
    let at: unknown = document;
    for (const token of pointer.split('/').slice(1)) {
      const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
      at = Array.isArray(at) ? at[Number(key)] : (membersOf(at)[key] ?? resolve(at)[key]);
    }
    return at;
  };

  const createReading = (takesNull: boolean) => {
    const names = new Map<string, string>();
    const definitions = new Map<string, unknown>();
    const nameOf = (pointer: string): string => {
      let name = names.get(pointer);
      if (name !== undefined) return name;
      names.set(pointer, (name = `s${String(names.size)}`));
      definitions.set(name, convert(find(pointer) ?? true));
      return name;
    };

    const convert = (schema: unknown): unknown => {
      if (typeof schema !== 'object' || schema === null) return schema !== false;
      const said = membersOf(schema);
      const $ref = typeof said['$ref'] === 'string' ? { $ref: `#/$defs/${nameOf(said['$ref'])}` } : {};
      // Beside a reference, "any properties added SHALL be ignored" (OpenAPI 3.0.4, section 4.7.23).
      if (isOld && '$ref' in $ref) return $ref;
      const plain: Record<string, unknown> = { ...$ref };
      for (const [keyword, value] of Object.entries(said))
        if (MAPS.has(keyword))
          plain[keyword] = Object.fromEntries(
            Object.entries(membersOf(value)).map(([key, each]) => [key, convert(each)]),
          );
        else if (LISTS.has(keyword) && Array.isArray(value)) plain[keyword] = value.map(convert);
        else if (SINGLE.has(keyword)) plain[keyword] = convert(value);
        else if (PLAIN.has(keyword)) plain[keyword] = value;
      const types = [said['type']].flat().filter((type) => typeof type === 'string' && TYPES.has(type));
      // `nullable` has an effect "only if `type` is explicitly defined within the same Schema Object" (OpenAPI 3.0.4, section 4.7.24).
      if (types.length > 0) plain['type'] = isOld && said['nullable'] === true ? [...types, 'null'] : types;
      if (Array.isArray(said['enum'])) plain['enum'] = said['enum'];
      if (isPattern(said['pattern'])) plain['pattern'] = said['pattern'];
      for (const [flag, bound] of [
        ['exclusiveMinimum', 'minimum'],
        ['exclusiveMaximum', 'maximum'],
      ] as const) {
        if (typeof plain[flag] !== 'boolean') continue;
        if (plain[flag]) [plain[flag], plain[bound]] = [plain[bound], undefined];
        else plain[flag] = undefined;
      }
      // What is `writeOnly` is required in requests only, and SHOULD NOT be sent in a response (OpenAPI 3.0.4, section 4.7.24.2).
      const hidden = Object.entries(membersOf(said['properties'])).flatMap(([name, each]) =>
        resolve(each)['writeOnly'] === true ? [name] : [],
      );
      if (hidden.length > 0)
        plain['properties'] = {
          ...membersOf(plain['properties']),
          ...Object.fromEntries(hidden.map((name) => [name, false])),
        };
      if (Array.isArray(said['required']))
        plain['required'] = said['required'].filter((name) => !hidden.includes(String(name)));
      const made = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
      return takesNull && said['nullable'] === true ? { anyOf: [made, { type: 'null' }] } : made;
    };

    const validators = new Map<string, Validator>();
    return (pointer: string, value: unknown): string | undefined => {
      let validator = validators.get(pointer);
      if (validator === undefined) {
        const $ref = `#/$defs/${nameOf(pointer)}`;
        const needed = reachedFrom(definitions, nameOf(pointer));
        validators.set(pointer, (validator = new Validator({ $ref, $defs: needed }, '2020-12', false)));
      }
      const { valid, errors } = validator.validate(value);
      if (valid) return undefined;
      const [deepest] = errors
        .filter(({ keyword }) => !/^(?:\$ref|properties|items|allOf|anyOf|oneOf)$/.test(keyword))
        .toSorted((a, b) => b.keywordLocation.length - a.keywordLocation.length);
      const { instanceLocation = '', error = '', keywordLocation = '' } = deepest ?? errors[0] ?? {};
      return `${instanceLocation} ${error} (${keywordLocation.split('/').at(-2) ?? ''})`;
    };
  };
  const byTheLetter = createReading(false);
  const asMeant = createReading(isOld);

  const faultOf = (pointer: string, value: unknown): string | undefined => {
    const fault = byTheLetter(pointer, value);
    return fault !== undefined && asMeant(pointer, value) === undefined ? `${NULL_AS_MEANT} ${fault}` : fault;
  };

  const judgeHeaders = (response: Members, pointer: string, headers: Headers): string | undefined => {
    for (const [name, described] of Object.entries(membersOf(response['headers']))) {
      if (name.toLowerCase() === 'content-type') continue;
      const header = resolve(described);
      const text = headers.get(name);
      if (text === null) {
        if (header['required'] === true) return `the header ${name} is missing`;
        continue;
      }
      if (header['schema'] === undefined) continue;
      const place = `${pointer}/headers/${encodeToken(name)}/schema`;
      const fault = faultOf(place, fromText(text, resolve(header['schema'])['type']));
      if (fault !== undefined) return `header ${name}${fault} (${text})`;
    }
    return undefined;
  };

  return (pointer, method, { status, headers, text }) => {
    const responses = membersOf(membersOf(find(pointer))['responses']);
    const key = [String(status), `${String(status)[0] ?? ''}XX`, 'default'].find((each) => each in responses);
    if (key === undefined) return `status ${String(status)} is not described`;
    const response = resolve(responses[key]);
    const at = `${pointer}/responses/${key}`;
    const wrongHeader = judgeHeaders(response, at, headers);
    if (wrongHeader !== undefined) return wrongHeader;
    const contents = membersOf(response['content']);
    if (method === 'HEAD' || status === 204 || status === 304) return text === '' ? undefined : 'a body';
    if (Object.keys(contents).length === 0) return text === '' ? undefined : 'a body where none is described';
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const range = Object.keys(contents).find((each) => isWithin(type, each.split(';')[0]?.trim().toLowerCase() ?? ''));
    if (range === undefined) return `the media type "${type}" is not described`;
    if (membersOf(contents[range])['schema'] === undefined) return undefined;
    const place = `${at}/content/${encodeToken(range)}/schema`;
    if (/[/+]json$/.test(type)) return faultOf(place, JSON.parse(text));
    // Other bodies have no value that the specification defines, except texts.
    return type === 'text/plain' ? faultOf(place, fromText(text, resolve(find(place))['type'])) : undefined;
  };
};

const encodeToken = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

const isWithin = (type: string, range: string): boolean =>
  range === type || range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

/** A header is text; its schema says what is meant by it. Arrays are in style `simple`. */
const fromText = (text: string, type: unknown): unknown => {
  const types = [type].flat();
  if (types.includes('array')) return text.split(',');
  if ((types.includes('integer') || types.includes('number')) && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
};

const reachedFrom = (definitions: ReadonlyMap<string, unknown>, start: string): Record<string, unknown> => {
  const reached: Record<string, unknown> = {};
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name in reached) continue;
    reached[name] = definitions.get(name);
    for (const [, next = ''] of JSON.stringify(reached[name]).matchAll(/"\$ref":"#\/\$defs\/(s\d+)"/g))
      waiting.push(next);
  }
  return reached;
};
