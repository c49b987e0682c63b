import type { Contract, EventDescription } from './contract.ts';
import { childPointer, valueAt } from './json-pointer.ts';
import type { SentEvent } from './sent-events.ts';
import { type SchemaObject, isSchemaObject } from './walk-schema.ts';

/** The events of a description without AsyncAPI: its own `webhooks`. */
export const readWebhooks = (document: SchemaObject): ReadonlyMap<string, EventDescription> => {
  const webhooks = isSchemaObject(document['webhooks']) ? Object.keys(document['webhooks']) : [];
  const events = new Map<string, EventDescription>();
  for (const type of webhooks) {
    const content = childPointer('#', 'webhooks', type, 'post', 'requestBody', 'content', 'application/json');
    const examples = valueAt(document, `${content}/examples`);
    const listed = isSchemaObject(examples) ? Object.values(examples) : [];
    const samples = listed.map((example) => (isSchemaObject(example) ? example['value'] : undefined));
    events.set(type, { pointer: `${content}/schema`, samples: samples.filter(isSchemaObject) });
  }
  return events;
};

/** Extension key that holds the event schemas in the compiled document. */
const PLACE = 'x-sent-events';

/** A contract with the events of an AsyncAPI description. */
export const withSentEvents = (contract: Contract, events: readonly SentEvent[]): Contract => ({
  ...contract,
  document: { ...contract.document, [PLACE]: Object.fromEntries(events.map(({ type, schema }) => [type, schema])) },
  events: new Map(events.map(({ type, samples }) => [type, { pointer: childPointer('#', PLACE, type), samples }])),
});
