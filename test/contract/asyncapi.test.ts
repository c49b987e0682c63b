import { describe, expect, test } from '@jest/globals';
import { loadOwnContract } from '../../src/edges/files/load-own-contract.ts';
import { checkAsyncApi } from '../../src/engine/contract/check-structure.ts';
import { childPointer } from '../../src/kernel/json-pointer.ts';
import { type Tree, examplesOf, treeAt } from '../support/description.ts';
import { createStrictAjv, faultsOf } from '../support/strict-ajv.ts';
import { dereferenceSpec, eventFileTypes, readSpec } from '../support/spec-files.ts';

const EVENT_TYPES = [
  'compliance.decision_made',
  'compliance.status_changed',
  'export_file.generated',
  'kyc.verification_completed',
  'kyc.vies_check_failed',
  'prospect.submitted',
  'self_service_invitation.expired',
  'self_service_invitation.used',
  'webhook.delivery_failed_terminal',
  'webhook.endpoint_auto_paused',
];

const CHANNEL = '#/channels/webhookEndpoint';

interface Reference {
  readonly $ref: string;
}

const [openapi, asyncapi, dereferenced, contract] = await Promise.all([
  readSpec('openapi.yaml'),
  readSpec('asyncapi.yaml'),
  dereferenceSpec('asyncapi.yaml'),
  loadOwnContract(),
]);

test('it fits the schema of AsyncAPI', async () => {
  expect(await checkAsyncApi(asyncapi)).toEqual([]);
});

const messages = treeAt(asyncapi, 'components', 'messages');
const channelMessages = treeAt(asyncapi, 'channels', 'webhookEndpoint', 'messages');
const webhooks = treeAt(openapi, 'webhooks');
const schemas = treeAt(openapi, 'components', 'schemas');

describe('the ten event types are the same', () => {
  const sent = Object.values(treeAt(asyncapi, 'operations')).flatMap((operation) =>
    (treeAt(operation)['messages'] as Reference[]).map(({ $ref }) => $ref.replace(`${CHANNEL}/messages/`, '')),
  );

  test.each([
    { where: 'messages of asyncapi.yaml', types: Object.keys(messages) },
    { where: 'channel of asyncapi.yaml', types: Object.keys(channelMessages) },
    { where: 'operations of asyncapi.yaml', types: sent },
    { where: 'webhooks of openapi.yaml', types: Object.keys(webhooks) },
    { where: 'EventType of openapi.yaml', types: treeAt(schemas, 'EventType')['enum'] as string[] },
  ])('in the $where', ({ types }) => {
    expect([...types].sort()).toEqual(EVENT_TYPES);
  });

  test('in the names of the payload files', async () => {
    expect(await eventFileTypes()).toEqual(EVENT_TYPES);
  });

  test('in what a webhook endpoint may subscribe to, with a wildcard per segment', () => {
    const segments = [...new Set(EVENT_TYPES.map((type) => `${type.split('.')[0] ?? ''}.*`))];
    const items = treeAt(schemas, 'WebhookCreateRequest', 'properties', 'events', 'items');
    expect(items).toEqual({ $ref: '#/components/schemas/EventSubscription' });
    expect(new Set(treeAt(schemas, 'EventSubscription')['enum'] as string[])).toEqual(
      new Set([...EVENT_TYPES, ...segments]),
    );
  });
});

test('the server knows these events, with their summaries and all their examples', () => {
  expect(contract.findings).toEqual([]);
  expect([...contract.events.keys()].sort()).toEqual(EVENT_TYPES);
  for (const [type, event] of contract.events) {
    const { summary, examples } = treeAt(messages, type);
    expect(event.summary).toBe(summary);
    expect(event.examples.map(({ value }) => value)).toEqual(
      (examples as { payload: unknown }[]).map(({ payload }) => payload),
    );
  }
});

describe.each(EVENT_TYPES)('%s', (type) => {
  test('has the same envelope and the same payload file in both descriptions', () => {
    const payload = {
      allOf: [
        { $ref: expect.stringMatching(/^(\.\/)?schemas\/event-envelope\.yaml$/) },
        {
          properties: {
            type: { const: type },
            data: { $ref: expect.stringMatching(new RegExp(`^(\\./)?schemas/events/${type}\\.yaml$`)) },
          },
        },
      ],
    };
    const content = treeAt(webhooks, type, 'post', 'requestBody', 'content', 'application/json');
    expect(treeAt(messages, type)['payload']).toMatchObject(payload);
    expect(content['schema']).toMatchObject(payload);
  });

  test('is sent in the channel under its own name', () => {
    expect(treeAt(messages, type)['name']).toBe(type);
    expect(channelMessages[type]).toEqual({ $ref: `#/components/messages/${type}` });
  });
});

describe('examples of messages fit their payloads', () => {
  const whole = treeAt(dereferenced, 'components', 'messages');
  // Payloads use only keywords that mean the same in JSON Schema 2020-12.
  const ajv = createStrictAjv({ components: mapValues(whole, (message) => treeAt(message)['payload']) });
  const examples = Object.entries(whole).flatMap(([type, message]) =>
    (treeAt(message)['examples'] as { name: string; payload: Tree }[]).map((example) => ({ type, ...example })),
  );

  test.each(examples)('$type, $name', ({ type, payload }) => {
    const validate = ajv.at(childPointer('#/components', type));
    expect(faultsOf(validate, payload)).toEqual([]);
    // The payload is looked at, and so is the type in the envelope.
    expect(faultsOf(validate, { ...payload, data: {} })).not.toEqual([]);
    expect(faultsOf(validate, { ...payload, type: 'other.type' })).not.toEqual([]);
  });

  test('every message has one', () => {
    expect([...new Set(examples.map(({ type }) => type))].sort()).toEqual(EVENT_TYPES);
  });

  test('the same id is the same event in both descriptions', () => {
    const known = new Map(examples.map(({ payload }) => [payload['id'], payload]));
    const others = Object.values(webhooks).flatMap((webhook) =>
      examplesOf(openapi, treeAt(webhook, 'post', 'requestBody', 'content', 'application/json')),
    );
    const shared = others.filter(({ value }) => known.has(treeAt(value)['id']));
    expect(shared.length).toBeGreaterThan(0);
    for (const { value } of shared) expect(value).toEqual(known.get(treeAt(value)['id']));
  });
});

function mapValues(tree: Tree, map: (value: unknown) => unknown): Tree {
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, map(value)]));
}
