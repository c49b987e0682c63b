import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { commonGenerators } from '../../src/engine/faking/common-generators.ts';
import type { Contract, MediaType, Operation, Parameter, SchemaPlace } from '../../src/engine/contract/contract.ts';
import { documentFor } from '../../src/engine/contract/document-uses.ts';
import { createFaker } from '../../src/engine/faking/create-faker.ts';
import { createCompilers } from '../../src/engine/validation/ajv.ts';
import { isSchemaObject } from '../../src/engine/contract/walk-schema.ts';

export interface MadeRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | FormData | Uint8Array<ArrayBuffer> | undefined;
  readonly isGood: boolean;
  readonly origin: 'example' | 'drawn' | 'nothing';
}

const ORIGIN = 'description';

export type RequestMaker = (
  operation: Operation,
  /** The text of a path parameter, where it is known. */
  known?: (parameter: string) => string | undefined,
) => Promise<MadeRequest>;

export const createRequestMaker = (contract: Contract): RequestMaker => {
  // The author's own examples may hold what only responses need to.
  const { info, tags, ...document } = documentFor(contract.document, 'request');
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    multipleOfPrecision: 6,
    unicodeRegExp: false,
  });
  formats.default(ajv);
  ajv.addSchema(document, ORIGIN);
  const validators = new Map<string, (value: unknown) => boolean>();
  /** Nothing fits a schema that refers to nothing. */
  const compile = (pointer: string): ((value: unknown) => boolean) => {
    try {
      return ajv.compile({ $ref: `${ORIGIN}${pointer}` });
    } catch {
      return () => false;
    }
  };
  const fits = (place: SchemaPlace | undefined, value: unknown): boolean => {
    if (place === undefined) return true;
    let validate = validators.get(place.pointer);
    if (validate === undefined) validators.set(place.pointer, (validate = compile(place.pointer)));
    return validate(value);
  };
  const draw = createFaker({
    document: documentFor(contract.document, 'request-sample'),
    compileAt: createCompilers(contract, 'request-sample').exact,
    generators: commonGenerators,
    clock: { now: () => 0, elapsed: () => 0 },
    nextTurn: setImmediate,
  });

  const valueOf = async (parameter: Parameter): Promise<unknown> => {
    const { schema } = parameter.schema;
    const examples: unknown = isSchemaObject(schema) ? (schema['examples'] ?? schema['enum']) : undefined;
    const shown: unknown = Array.isArray(examples) ? (examples as unknown[])[0] : undefined;
    if (shown !== undefined && fits(parameter.schema, shown)) return shown;
    const drawn = (await draw(parameter.schema, parameter.name)) ?? 'a';
    // A segment of a path is never empty, whatever its schema allows.
    return drawn === '' && parameter.in === 'path' && fits(parameter.schema, 'a') ? 'a' : drawn;
  };

  return async (operation, known = () => undefined) => {
    let path = operation.path;
    const headers: Record<string, string> = { authorization: 'Bearer any' };
    const query = new URLSearchParams();
    let isGood = true;
    for (const parameter of operation.parameters) {
      if (!parameter.required) continue;
      const taken = parameter.in === 'path' ? known(parameter.name) : undefined;
      // Another operation with this parameter may describe it more loosely.
      if (taken !== undefined) isGood &&= [taken, Number(taken)].some((each) => fits(parameter.schema, each));
      const value = taken ?? (await valueOf(parameter));
      if (typeof value === 'object' && parameter.in !== 'query') isGood &&= Array.isArray(value);
      const text =
        parameter.mediaType !== undefined
          ? JSON.stringify(value)
          : Array.isArray(value)
            ? value.join(',')
            : String(value);
      if (text === '' && parameter.in === 'path') isGood = false;
      if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(text.slice(0, 100)));
      else if (parameter.in === 'header') headers[parameter.label] = text;
      else if (parameter.in === 'cookie') headers['cookie'] = `${parameter.label}=${text}`;
      else if (Array.isArray(value))
        for (const item of value)
          query.append(parameter.style === 'deepObject' ? `${parameter.name}[]` : parameter.name, String(item));
      else if (typeof value === 'object' && value !== null)
        spread(parameter.name, value, (name, each) => {
          query.append(name, each);
        });
      else query.set(parameter.name, text);
    }
    for (const scheme of operation.security[0] ?? []) {
      if (scheme.kind === 'basic') headers['authorization'] = 'Basic YTpi';
      if (scheme.kind !== 'api-key') continue;
      if (scheme.in === 'header') headers[scheme.key] = 'any';
      else if (scheme.in === 'query') query.set(scheme.key, 'any');
      else headers['cookie'] = `${scheme.key}=any`;
    }
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const content = operation.requestBody?.contents[0];
    if (content === undefined || /^(?:GET|HEAD)$/.test(operation.method))
      return { path: path + search, headers, body: undefined, isGood, origin: 'nothing' };
    const shown = content.examples[0]?.value;
    const example = fits(content.schema, shown) ? shown : undefined;
    const value = example ?? (content.schema === undefined ? {} : await draw(content.schema, operation.id));
    const origin = example === undefined ? 'drawn' : 'example';
    isGood &&= value !== undefined && fits(content.schema, value);
    const made = toBody(content, value);
    if (made.type !== undefined) headers['content-type'] = made.type;
    return { path: path + search, headers, body: made.body, isGood, origin };
  };
};

/** As most clients write members of members: `lines[0][price]`. */
const spread = (name: string, value: unknown, add: (name: string, text: string) => void): void => {
  if (typeof value !== 'object' || value === null) {
    add(name, value === null ? '' : JSON.stringify(value).replaceAll(/^"|"$/g, ''));
    return;
  }
  for (const [key, member] of Object.entries(value)) spread(`${name}[${key}]`, member, add);
};

const toBody = ({ mediaType }: MediaType, value: unknown): { body: MadeRequest['body']; type: string | undefined } => {
  if (mediaType === 'application/x-www-form-urlencoded') {
    const form = new URLSearchParams();
    for (const [key, member] of Object.entries(value ?? {}))
      spread(key, member, (name, text) => {
        form.append(name, text);
      });
    return { body: form.toString(), type: mediaType };
  }
  if (mediaType === 'multipart/form-data') {
    const form = new FormData();
    for (const [key, member] of Object.entries(value ?? {}))
      spread(key, member, (name, text) => {
        form.append(name, text);
      });
    return { body: form, type: undefined };
  }
  if (/[/+]json$/.test(mediaType)) return { body: JSON.stringify(value), type: mediaType };
  return { body: typeof value === 'string' ? value : 'text', type: mediaType.replaceAll('*', 'plain') };
};
