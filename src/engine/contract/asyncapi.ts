import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JSONParserError } from '@apidevtools/json-schema-ref-parser';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { childPointer, referenceTokens, valueAt } from '../../kernel/json-pointer.ts';
import type { Contract } from './contract.ts';
import { ContractError, PlaceError } from './diagnostic.ts';
import { locateDiagnostics } from './locate.ts';
import type { DocumentOptions } from './load-document.ts';
import { readComplaint, toContractError } from './parse-files.ts';
import { isSchemaObject, type SchemaObject } from './walk-schema.ts';

/** An AsyncAPI 3 description and the events it documents as sent. */
export interface AsyncApi {
  readonly file: string;
  /** Bundled into one document: other files are included, internal `$ref`s remain. */
  readonly document: SchemaObject;
  /** The same document, fully dereferenced. */
  readonly dereferenced: SchemaObject;
  readonly events: readonly SentEvent[];
}

/**
 * Loads, validates and dereferences an AsyncAPI 3 description. A prepared (cached) description is not validated again.
 */
export const loadAsyncApi = async (file: string, { prepared }: DocumentOptions = {}): Promise<AsyncApi> => {
  const whole = path.resolve(file);
  const text = await readFile(whole).catch((error: unknown) => {
    throw new ContractError(unreadable(error), { file });
  });
  const known = await prepared?.find(whole, { text });
  if (isSchemaObject(known)) return read(file, known);
  const { document, others } = await bundle(file);
  checkVersion(document, file);
  const loaded = await read(file, document);
  await placed(file, () => {
    checkEventSchemas(loaded.events);
  });
  await prepared?.keep(whole, { text, others }, document);
  return loaded;
};

const unreadable = (error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  const what = code === 'ENOENT' ? 'no such file' : `the file cannot be read (${String(code)})`;
  return `${what}: an AsyncAPI 3 description says which events there are; put the file back, or install the package again`;
};

/** Adds the location in the file to errors that `work` throws. */
const placed = async <T>(file: string, work: () => T): Promise<T> => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    const { pointer, message } = error;
    const whole = path.resolve(file);
    const holder = error.file ?? whole;
    const [found] = await locateDiagnostics(holder, [{ pointer, message }]);
    // The path as the user specified it, if the fault is in the main file.
    throw new ContractError(message, { ...found, file: holder === whole ? file : holder });
  }
};

const read = (file: string, document: SchemaObject): Promise<AsyncApi> =>
  placed(file, () => {
    const whole = path.resolve(file);
    const files = new Map([[whole, document]]);
    const dereferenced = inlineReferences({ root: whole, files, keepsOwn: false }) as SchemaObject;
    return { file, document, dereferenced, events: readSentEvents(dereferenced) };
  });

const checkVersion = (document: SchemaObject, file: string): void => {
  const version = document['asyncapi'];
  if (typeof version !== 'string' || !version.startsWith('3.'))
    throw new ContractError('not an AsyncAPI 3 description', { file });
};

const bundle = async (file: string): Promise<{ document: SchemaObject; others: readonly string[] }> => {
  const whole = path.resolve(file);
  const folder = path.dirname(whole);
  // Loaded lazily, only for a description that is not cached: a typical start needs no parser.
  const { $RefParser, JSONParserErrorGroup } = await import('@apidevtools/json-schema-ref-parser');
  try {
    const files = await new $RefParser().resolve(whole, { continueOnError: true, resolve: { http: false } });
    const values = new Map(
      Object.entries(files.values('file')).map(([url, value]) => [
        url.startsWith('file:') ? fileURLToPath(url) : url,
        value as unknown,
      ]),
    );
    const document = await placed(file, () => inlineReferences({ root: whole, files: values, keepsOwn: true }));
    if (!isSchemaObject(document)) throw new ContractError('not an AsyncAPI 3 description', { file });
    return { document, others: [...values.keys()].filter((o) => o !== whole).map((o) => path.relative(folder, o)) };
  } catch (error) {
    const [first] = error instanceof JSONParserErrorGroup ? error.errors : [];
    throw first === undefined ? toContractError(error, file) : await locateError(first, file);
  }
};

/** Parser errors include a position; an unresolvable `$ref` is located by its pointer. */
const locateError = async (error: JSONParserError, file: string): Promise<ContractError> => {
  const keys = error.path ?? [];
  const complaint = readComplaint(error);
  if (complaint !== undefined) return toContractError(error, keys.length === 0 ? file : (complaint.file ?? file));
  const { message } = toContractError(error, file);
  if (keys.length === 0) return new ContractError(message, { file });
  const holder = error.source === undefined || error.source === path.resolve(file) ? file : error.source;
  const [found] = await locateDiagnostics(holder, [{ pointer: childPointer('#', ...keys, '$ref'), message }]);
  return new ContractError(message, found ?? { file: holder });
};

interface InlineOptions {
  /** The file to copy. */
  readonly root: string;
  /** The parsed files, by path. */
  readonly files: ReadonlyMap<string, unknown>;
  /** Whether references within `root` remain as written. */
  readonly keepsOwn: boolean;
}

/**
 * A copy in which every `$ref` is replaced with its target, which is shared between references. Throws a
 * {@link PlaceError} for a `$ref` that is unresolvable or circular.
 */
const inlineReferences = ({ root, files, keepsOwn }: InlineOptions): unknown => {
  const inlined = new Map<string, unknown>();
  const open = new Set<string>();

  const copy = (node: unknown, file: string, at: string): unknown => {
    if (Array.isArray(node)) return node.map((item, index) => copy(item, file, childPointer(at, index)));
    if (!isSchemaObject(node)) return node;
    const { $ref: target, ...beside } = node;
    if (typeof target !== 'string' || (keepsOwn && file === root && target.startsWith('#')))
      return Object.fromEntries(
        Object.entries(node).map(([key, value]) => [key, copy(value, file, childPointer(at, key))]),
      );
    const value = follow(target, file, childPointer(at, '$ref'));
    // Siblings of a `$ref` are merged into its target.
    return isSchemaObject(value) && Object.keys(beside).length > 0
      ? { ...value, ...(copy(beside, file, at) as object) }
      : value;
  };

  const follow = (target: string, file: string, at: string): unknown => {
    const [named = '', pointer = ''] = target.split('#');
    const holder = named === '' ? file : path.resolve(path.dirname(file), decodeURIComponent(named));
    const place = `${holder}#${pointer}`;
    if (inlined.has(place)) return inlined.get(place);
    if (open.has(place)) throw new PlaceError({ pointer: at, file }, `$ref "${target}" leads into a circle`);
    const value = valueAt(files.get(holder), `#${pointer}`);
    if (value === undefined) throw new PlaceError({ pointer: at, file }, `$ref "${target}" leads nowhere`);
    open.add(place);
    const copied = copy(value, holder, `#${pointer}`);
    open.delete(place);
    inlined.set(place, copied);
    return copied;
  };

  return copy(files.get(root), root, '#');
};

/** An event that an AsyncAPI description documents as sent. */
interface SentEvent {
  readonly type: string;
  readonly summary: string;
  /** Pointer to its description. */
  readonly pointer: string;
  /** Schema of the whole message. */
  readonly schema: SchemaObject;
  /** Complete messages. */
  readonly samples: readonly SchemaObject[];
}

const NO_EVENTS =
  'no event is described: expected operations with "action: send", whose messages have a name and a payload';

/** The events of all `send` operations of a dereferenced description. */
const readSentEvents = (document: SchemaObject): readonly SentEvent[] => {
  const { operations } = document;
  const events = new Map<string, SentEvent>();
  for (const [name, operation] of Object.entries(isSchemaObject(operations) ? operations : {})) {
    if (!isSchemaObject(operation) || operation['action'] !== 'send') continue;
    const listed = Array.isArray(operation['messages']) ? (operation['messages'] as unknown[]) : [];
    for (const [index, message] of listed.entries()) {
      const event = readMessage(message, childPointer('#', 'operations', name, 'messages', index));
      events.set(event.type, event);
    }
  }
  if (events.size === 0) throw new PlaceError({ pointer: '#/operations' }, NO_EVENTS);
  return [...events.values()];
};

const readMessage = (message: unknown, place: string): SentEvent => {
  const type = isSchemaObject(message) ? message['name'] : undefined;
  if (!isSchemaObject(message) || typeof type !== 'string')
    throw new PlaceError({ pointer: place }, 'the message has no name: give it the type of the event as "name"');
  const pointer = childPointer('#', 'components', 'messages', type);
  const { payload, examples, summary } = message;
  if (!isSchemaObject(payload))
    throw new PlaceError(
      { pointer },
      `the event "${type}" has no payload: describe the body that is sent as "payload"`,
    );
  const samples = (Array.isArray(examples) ? (examples as unknown[]) : [])
    .map((example) => (isSchemaObject(example) ? example['payload'] : undefined))
    .filter(isSchemaObject);
  return { type, summary: typeof summary === 'string' ? summary : '', pointer, schema: payload, samples };
};

/** Checks that the payloads are valid schemas and that the samples conform to them. */
const checkEventSchemas = (events: readonly SentEvent[]): void => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  for (const { type, pointer, schema, samples } of events) {
    if (ajv.validateSchema(schema) !== true) {
      const [first] = ajv.errors ?? [];
      const keys = referenceTokens(first?.instancePath ?? '');
      throw new PlaceError(
        { pointer: childPointer(pointer, 'payload', ...keys) },
        `the payload of "${type}" is no schema: ${keys.join('.')} ${first?.message ?? ''}`,
      );
    }
    const validate = ajv.compile(schema);
    for (const [index, sample] of samples.entries()) {
      if (validate(sample)) continue;
      const [first] = validate.errors ?? [];
      const where = (first?.instancePath ?? '').slice(1).replaceAll('/', '.');
      throw new PlaceError(
        { pointer: childPointer(pointer, 'examples', index) },
        `the example does not fit the payload of "${type}": ${where === '' ? 'it' : where} ${first?.message ?? ''}`,
      );
    }
  }
};

/** Extension key that holds the event schemas in the compiled document. */
const PLACE = 'x-sent-events';

/** A contract with the events of an AsyncAPI description. */
export const withSentEvents = (contract: Contract, events: readonly SentEvent[]): Contract => ({
  ...contract,
  document: { ...contract.document, [PLACE]: Object.fromEntries(events.map(({ type, schema }) => [type, schema])) },
  events: new Map(events.map(({ type, samples }) => [type, { pointer: childPointer('#', PLACE, type), samples }])),
});
