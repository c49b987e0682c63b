import { Ajv2020 } from 'ajv/dist/2020.js';
import { referenceTokens } from '../../kernel/json-pointer.ts';
import { PlaceError } from './diagnostic.ts';
import { childPointer } from './json-pointer.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** An event that an AsyncAPI description documents as sent. */
export interface SentEvent {
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
export const readSentEvents = (document: SchemaObject): readonly SentEvent[] => {
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
export const checkEventSchemas = (events: readonly SentEvent[]): void => {
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
