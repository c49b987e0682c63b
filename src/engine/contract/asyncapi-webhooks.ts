import path from 'node:path';
import { isJsonMediaType } from '../../kernel/http.ts';
import { childPointer, valueAt } from '../../kernel/json-pointer.ts';
import { Cursor } from './cursor.ts';
import { ContractError, type Diagnostic, PlaceError } from './diagnostic.ts';
import { type LoadedDocument, parseDescription } from './load-document.ts';
import type { FindOrigin } from './split-description.ts';
import { isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** Stands for the AsyncAPI description in pointers of findings. */
const PLACE = '#/x-asyncapi';

/** Keywords whose values are no schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * An OpenAPI description with what an AsyncAPI description of the same API sends, as `webhooks`, so that all that follows knows one
 * kind of event. Its schemas join those of the description under names of their own.
 */
export const withAsyncApi = async (loaded: LoadedDocument, named: string): Promise<LoadedDocument> => {
  const file = path.resolve(named);
  const parsed = await parseDescription(file);
  const { document } = parsed;
  const version = String(document['asyncapi']);
  if (!/^(?:2\.[0-6]|3\.[01])\b/.test(version))
    throw new ContractError(
      document['asyncapi'] === undefined
        ? 'not an AsyncAPI description: the key "asyncapi" is missing'
        : `AsyncAPI ${version} is not read: 2.0 to 2.6, 3.0 and 3.1 are`,
      { file },
    );
  const findings: Diagnostic[] = [];
  const schemas: SchemaObject = {};
  /** Pointers of the bundled description that begin differently in the AsyncAPI file. */
  const origins = new Map([[PLACE, '#']]);

  const tell = ({ pointer }: Pick<Cursor, 'pointer'>, message: string, effect?: 'served'): void => {
    findings.push({ pointer: PLACE + pointer.slice(1), message, ...(effect === undefined ? {} : { effect }) });
  };

  const copy = (node: unknown, pointer: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, childPointer(pointer, index)));
    if (!isSchemaObject(node)) return node;
    const members: SchemaObject = {};
    for (const [key, value] of Object.entries(node)) {
      const place = childPointer(pointer, key);
      if (VALUES.has(key)) members[key] = value;
      else if (key === '$ref' && typeof value === 'string') members[key] = shared(value, `${pointer}/$ref`);
      // JSON Schema draft-07 (AsyncAPI 2.6.0, Schema Object) lists the schemas of single items as `items`.
      else if (key === 'items' && Array.isArray(value)) members['prefixItems'] = copy(value, place);
      else if (key !== '$id' && key !== '$schema') members[key] = copy(value, place);
    }
    return members;
  };

  /** The new pointer of a schema that is referred to. */
  const shared = (target: string, place: string): string => {
    const key = `asyncapi${target}`;
    const pointer = childPointer('#', 'components', 'schemas', key);
    if (Object.hasOwn(schemas, key)) return pointer;
    const found = target.startsWith('#') ? valueAt(document, target) : undefined;
    if (found === undefined) tell({ pointer: place }, `${parsed.explainReference(target)}: any value fits`, 'served');
    schemas[key] = true;
    origins.set(pointer, target);
    schemas[key] = found === undefined ? true : copy(found, target);
    return pointer;
  };

  const webhooks: SchemaObject = {};
  const whole = new Cursor(document, '#', parsed);
  const usualType = whole.text('defaultContentType') ?? 'application/json';
  for (const { name, message } of messagesIn(whole, version.startsWith('2.'), tell)) {
    const payload = payloadOf(message, usualType, tell);
    if (payload === undefined) continue;
    const schema = childPointer('#', 'webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema');
    origins.set(schema, payload.pointer);
    const samples = message
      .at('examples')
      .entries()
      .map(([, each]) => each.at('payload').node);
    const examples = Object.fromEntries(
      samples.filter((sample) => sample !== undefined).map((value, index) => [String(index), { value }]),
    );
    const content = { 'application/json': { schema: copy(payload.node, payload.pointer), examples } };
    webhooks[name] = { post: { requestBody: { content }, responses: {} } };
  }
  if (Object.keys(webhooks).length === 0)
    tell({ pointer: '#' }, 'no message is sent: expected operations with "action: send" (3.x) or "subscribe" (2.x)');

  const findOrigin: FindOrigin = (bundled, pointer) => {
    for (const [begin, own] of origins)
      if (pointer === begin || pointer.startsWith(`${begin}/`)) {
        const written = own + pointer.slice(begin.length);
        return parsed.findOrigin?.(document, written) ?? { file, pointer: written };
      }
    return loaded.findOrigin?.(bundled, pointer);
  };
  const root = new Cursor(loaded.document, '#', loaded);
  const components = root.at('components').object();
  return {
    ...loaded,
    document: {
      ...loaded.document,
      webhooks: { ...root.at('webhooks').object(), ...webhooks },
      components: { ...components, schemas: { ...root.at('components', 'schemas').object(), ...schemas } },
    },
    findings: [...(loaded.findings ?? []), ...findings],
    findOrigin,
  };
};

type Tell = (at: Pick<Cursor, 'pointer'>, message: string) => void;

interface SentMessage {
  readonly name: string;
  readonly message: Cursor;
}

/**
 * The messages that the described API sends. By AsyncAPI 3.0.0, Operation Object, those of operations whose
 * action is `send`; without `messages`, all of its channel's. By AsyncAPI 2.6.0, Channel Item Object, those of `subscribe`,
 * which the application produces.
 */
const messagesIn = (root: Cursor, isTwo: boolean, tell: Tell): readonly SentMessage[] => {
  const found: SentMessage[] = [];
  const add = (listed: Cursor, usual: string): void => {
    const message = listed.follow();
    const { $ref } = listed.object();
    const last = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
    found.push({ name: message.text('name') ?? message.text('messageId') ?? last ?? usual, message });
  };
  const addAll = (at: Cursor, usual?: string): void => {
    for (const [key, listed] of at.entries()) add(listed, usual ?? key);
  };
  for (const [name, listed] of root.at(isTwo ? 'channels' : 'operations').entries())
    try {
      const at = listed.follow();
      if (isTwo) {
        const message = at.at('subscribe', 'message').follow();
        if (message.at('oneOf').exists) addAll(message.at('oneOf'), name);
        else if (message.exists) add(at.at('subscribe', 'message'), name);
      } else if (at.text('action') === 'send') {
        const own = at.at('messages');
        addAll(own.exists ? own : at.at('channel').follow().at('messages'));
      }
    } catch (error) {
      if (!(error instanceof PlaceError)) throw error;
      tell(error, error.message);
    }
  return found;
};

/** AsyncAPI 3.0.0, Multi Format Schema Object; of other formats than JSON Schema, none is known here. */
const FORMATS = /^application\/(?:vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)(?:[+;]|$)/;

const payloadOf = (message: Cursor, usualType: string, tell: Tell): Cursor | undefined => {
  const whole = message.at('payload');
  const isMultiFormat = whole.text('schemaFormat') !== undefined && whole.at('schema').exists;
  const format = isMultiFormat ? whole.text('schemaFormat') : message.text('schemaFormat');
  const type = message.text('contentType') ?? usualType;
  const remedy = 'this message is not sent: describe its payload as JSON, by a JSON Schema';
  if (format !== undefined && !FORMATS.test(format)) tell(message, `${remedy}; its schemaFormat is ${format}`);
  else if (!isJsonMediaType(type)) tell(message, `${remedy}; its contentType is ${type}`);
  else if (!whole.exists) tell(message, remedy);
  else return isMultiFormat ? whole.at('schema') : whole;
  return undefined;
};
