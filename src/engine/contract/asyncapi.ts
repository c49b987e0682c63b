import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isJsonMediaType } from '../../kernel/http.ts';
import { childPointer, valueAt } from '../../kernel/json-pointer.ts';
import { Cursor } from './cursor.ts';
import { attempt, ContractError, type Diagnostic, PlaceError } from './diagnostic.ts';
import { type DocumentOptions, type LoadedDocument, parseDescription } from './load-document.ts';
import { findOrigin, noteOrigin, type Origin } from './locate.ts';
import { isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** Keywords whose values are no schemas. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples']);

/**
 * An OpenAPI description with what an AsyncAPI description of the same API sends, as `webhooks`, so that all that follows knows one
 * kind of event. Its schemas join those of the description under names of their own.
 */
export const withAsyncApi = async (
  loaded: LoadedDocument,
  named: string,
  options: Pick<DocumentOptions, 'prepared'> = {},
): Promise<LoadedDocument> => {
  const file = path.resolve(named);
  const parsed = await parseDescription(file, options);
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
  const originOf = (pointer: string): Origin => findOrigin(document, pointer) ?? { file, pointer };

  const tell = ({ pointer }: Pick<Cursor, 'pointer'>, message: string, effect?: 'served-where-possible'): void => {
    findings.push({ ...originOf(pointer), message, ...(effect && { effect }) });
  };

  /** A schema by JSON Schema 2020-12, which knows where it was written. */
  const copy = (node: unknown, pointer: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, childPointer(pointer, index)));
    if (!isSchemaObject(node)) return node;
    const members: SchemaObject = {};
    noteOrigin(members, originOf(pointer));
    for (const [key, value] of Object.entries(node)) {
      const place = childPointer(pointer, key);
      if (VALUES.has(key)) members[key] = value;
      else if (key === '$ref' && typeof value === 'string') members[key] = shared(value);
      // JSON Schema draft-07 (AsyncAPI 2.6.0, Schema Object) lists the schemas of single items as `items`.
      else if (key === 'items' && Array.isArray(value)) members['prefixItems'] = copy(value, place);
      else if (key !== '$id' && key !== '$schema') members[key] = copy(value, place);
    }
    return members;
  };

  /** The new pointer of a schema that is referred to; any value fits one that does not exist. */
  const shared = (target: string): string => {
    const key = `asyncapi${target}`;
    if (!Object.hasOwn(schemas, key)) {
      // It may lead to itself.
      schemas[key] = true;
      const found = target.startsWith('#') ? valueAt(document, target) : undefined;
      if (found !== undefined) schemas[key] = copy(found, target);
    }
    return childPointer('#', 'components', 'schemas', key);
  };

  const checkReferences = (at: Cursor): void => {
    const { $ref: target } = at.object();
    if (typeof target === 'string' && (!target.startsWith('#') || valueAt(document, target) === undefined))
      tell(at, parsed.explainReference(target), 'served-where-possible');
    for (const [key, member] of at.entries()) if (!VALUES.has(key)) checkReferences(member);
  };

  const whole = new Cursor(document, '#', parsed);
  checkReferences(whole);
  const isTwo = version.startsWith('2.');
  const usualType = whole.text('defaultContentType') ?? 'application/json';

  /**
   * Members of a message with its traits. By AsyncAPI 3.0.0, Traits Merge Mechanism, "a property on a trait MUST NOT override the same
   * property on the target object"; by 2.6.0, Message Object, they are merged into it, and so do.
   */
  const withTraits = (message: Cursor): ((key: string) => Cursor) => {
    const listed = message.at('traits').entries();
    const traits = listed.map(([, trait]) => trait.follow()).reverse();
    const layers = isTwo ? [...traits, message] : [message, ...traits];
    return (key) => layers.map((layer) => layer.at(key)).find(({ exists }) => exists) ?? message.at(key);
  };

  const toWebhook = (message: Cursor): SchemaObject => {
    const member = withTraits(message);
    const { node: mediaType } = member('contentType');
    const payload = payloadOf(message, typeof mediaType === 'string' ? mediaType : usualType);
    const samples = message.at('examples').entries();
    const examples = samples.flatMap(([index, sample]) => {
      const { node: value, pointer } = sample.at('payload');
      if (!isSchemaObject(value)) return [];
      noteOrigin(value, originOf(pointer));
      return [[sample.text('name') ?? index, { value }] as const];
    });
    const parameters = schemaIn(member('headers').follow())
      .at('properties')
      .entries()
      .map(([name, { node, pointer }]) => {
        const example = samples.map(([, sample]) => sample.at('headers', name)).find(({ exists }) => exists);
        return { name, in: 'header', schema: copy(node, pointer), ...(example && { example: example.node }) };
      });
    const content = { schema: copy(payload.node, payload.pointer), examples: Object.fromEntries(examples) };
    const requestBody = { content: { 'application/json': content } };
    return { post: { summary: member('summary').node ?? '', parameters, requestBody, responses: {} } };
  };

  /** A message as a webhook, by its name; none where there is a fault, which becomes a finding. */
  const read = (find: () => readonly (readonly [name: string, webhook: SchemaObject])[]) =>
    attempt(find, (fault) => {
      tell(fault, fault.message);
    }) ?? [];
  const toSent = (listed: Cursor, usual: string) => {
    const message = listed.follow();
    const last = listed.text('$ref')?.split('/').at(-1);
    const name = message.text('name') ?? message.text('messageId') ?? last ?? usual;
    return [[name, toWebhook(message)] as const];
  };
  const allOf = (at: Cursor, usual?: string) =>
    at.entries().flatMap(([key, listed]) => read(() => toSent(listed, usual ?? key)));

  /**
   * The messages that the described API sends. By AsyncAPI 3.0.0, Operation Object, those of operations whose
   * action is `send`; without `messages`, all of its channel's. By AsyncAPI 2.6.0, Channel Item Object, those of `subscribe`,
   * which the application produces.
   */
  const sentBy = (name: string, at: Cursor) => {
    if (isTwo) {
      const listed = at.at('subscribe', 'message');
      const message = listed.follow();
      if (message.at('oneOf').exists) return allOf(message.at('oneOf'), name);
      return message.exists ? toSent(listed, name) : [];
    }
    if (at.text('action') !== 'send') return [];
    const own = at.at('messages');
    return allOf(own.exists ? own : at.at('channel').follow().at('messages'));
  };
  const senders = whole.at(isTwo ? 'channels' : 'operations').entries();
  const webhooks = Object.fromEntries(senders.flatMap(([name, listed]) => read(() => sentBy(name, listed.follow()))));
  if (Object.keys(webhooks).length === 0)
    tell({ pointer: '#' }, 'no message is sent: expected operations with "action: send" (3.x) or "subscribe" (2.x)');

  const root = new Cursor(loaded.document, '#', loaded);
  const components = root.at('components').object();
  return {
    ...loaded,
    document: {
      ...loaded.document,
      webhooks: { ...root.at('webhooks').object(), ...webhooks },
      components: { ...components, schemas: { ...root.at('components', 'schemas').object(), ...schemas } },
    },
    madeOf: { openapi: loaded.document, asyncapi: isTwo ? document : withChannelMessages(whole) },
    findings: [...(loaded.findings ?? []), ...findings],
  };
};

/**
 * The document, in which bundling may have led the messages of operations past their channel: each "MUST be the Reference Object to
 * one of the Message Objects defined in the Channel" (AsyncAPI 3.0.0, Operation Object).
 */
const withChannelMessages = (root: Cursor): SchemaObject => {
  const operations = root
    .at('operations')
    .entries()
    .map(([name, operation]) => {
      const channel = operation.at('channel');
      const places = channel.follow().at('messages').entries();
      const listed = operation.at('messages').entries();
      const messages = listed.map(([, { node }]) => {
        const [key] = places.find(([, each]) => isDeepStrictEqual(each.node, node)) ?? [];
        return key === undefined ? node : { $ref: childPointer(channel.text('$ref') ?? '', 'messages', key) };
      });
      const own = operation.object();
      return [name, 'messages' in own ? { ...own, messages } : own] as const;
    });
  return { ...root.object(), operations: Object.fromEntries(operations) };
};

/** AsyncAPI 3.0.0, Multi Format Schema Object; of other formats than JSON Schema, none is known here. */
const FORMATS = /^application\/(?:vnd\.aai\.asyncapi|vnd\.oai\.openapi|schema)(?:[+;]|$)/;

const isMultiFormat = (at: Cursor): boolean => at.text('schemaFormat') !== undefined && at.at('schema').exists;

const schemaIn = (at: Cursor): Cursor => (isMultiFormat(at) ? at.at('schema').follow() : at);

const payloadOf = (message: Cursor, type: string): Cursor => {
  const whole = message.at('payload');
  const format = isMultiFormat(whole) ? whole.text('schemaFormat') : message.text('schemaFormat');
  const isKnown = format === undefined || FORMATS.test(format);
  const fault = isKnown ? `; its contentType is ${type}` : `; its schemaFormat is ${format}`;
  if (!isKnown || !isJsonMediaType(type) || !whole.exists)
    throw new PlaceError(
      message,
      `this message is not sent: describe its payload as JSON, by a JSON Schema${isKnown && isJsonMediaType(type) ? '' : fault}`,
    );
  return isMultiFormat(whole) ? whole.at('schema') : whole;
};
