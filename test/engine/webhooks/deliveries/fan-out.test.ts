import { beforeEach, describe, expect, test } from '@jest/globals';
import type { EmittedEvent } from '../../../../src/engine/message/event.ts';
import type { Sandbox } from '../../../../src/engine/sandbox/sandbox.ts';
import { deliveries, messages, ofEvent } from '../../../../src/engine/webhooks/delivery.ts';
import { createFanOut } from '../../../../src/engine/webhooks/fan-out.ts';
import { AUDIENCE } from '../../../../src/vat/policy/authorize.ts';
import { DELIVERY_POLICY as policy } from '../../../../src/vat/policy/delivery-policy.ts';
import { TEST_NOW } from '../../../support/test-clock.ts';
import { assuming } from '../../assuming.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { createEndpoint, keepEndpoints } from './create-delivery.ts';

let sandbox: Sandbox;
beforeEach(() => {
  ({ sandbox } = startSandbox({}, {}, { kind: 'frozen', at: TEST_NOW }));
});

const eventOf = (more: Partial<EmittedEvent> = {}): EmittedEvent => ({
  id: 'evt_1',
  type: 'order.created',
  seller: undefined,
  createdAt: TEST_NOW,
  data: { a: 1 },
  ...more,
});

/** Who gets it, in the order of the deliveries. */
const recipients = async (event: EmittedEvent, concerned?: string, ...choices: string[]): Promise<string> => {
  sandbox.assumed = assuming(...choices);
  const fanOut = createFanOut({
    audience: AUDIENCE,
    check: () => undefined,
    concernedEndpoint: () => concerned,
    policy,
  });
  return sandbox.transact((work) => {
    fanOut(work, event, 'org');
    return work
      .findAll(deliveries, ofEvent(event.id))
      .map(({ endpointId }) => endpointId)
      .join(' ');
  });
};

test('each endpoint that subscribes gets one delivery, in the order of their registration', async () => {
  await keepEndpoints(
    sandbox,
    createEndpoint({ id: 'second', position: 2, subscriptions: ['order.*', 'order.created'] }),
    createEndpoint({ id: 'first', position: 1 }),
    createEndpoint({ id: 'third', position: 3, subscriptions: ['buyer.*', 'order.*'] }),
    createEndpoint({ id: 'none', position: 4, subscriptions: ['order.closed', 'buyer.*', '*'] }),
    createEndpoint({ id: 'paused', position: 5, status: 'PAUSED' }),
  );
  expect(await recipients(eventOf())).toBe('first second third paused');
});

test('what nobody gets is checked all the same, and not kept', async () => {
  const checked: object[] = [];
  const fanOut = createFanOut({
    audience: AUDIENCE,
    check: (_event, body) => void checked.push(body),
    concernedEndpoint: () => undefined,
    policy,
  });
  await sandbox.transact((work) => fanOut(work, eventOf(), 'org'));
  expect(checked).toHaveLength(1);
  expect(await sandbox.read((reading) => reading.get(messages, 'evt_1'))).toBeUndefined();
});

describe('an event about an endpoint', () => {
  beforeEach(() =>
    keepEndpoints(
      sandbox,
      createEndpoint({ id: 'concerned' }),
      createEndpoint({ id: 'subscribed', position: 2, subscriptions: ['buyer.*', 'webhook.*'] }),
      createEndpoint({ id: 'other', position: 3 }),
      createEndpoint({ id: 'paused', position: 4, status: 'PAUSED', subscriptions: ['webhook.paused'] }),
    ),
  );
  const event = eventOf({ type: 'webhook.paused', seller: 'a' });

  test('goes to every other active one, whatever it subscribes to', async () => {
    expect(await recipients(event, 'concerned')).toBe('subscribed other');
  });

  test('goes to the one itself when it subscribes', async () => {
    expect(await recipients(event, 'subscribed')).toBe('concerned subscribed other');
  });

  test('goes once to whoever does not subscribe, also where each subscription gets a delivery', async () => {
    expect(await recipients(event, 'concerned', 'delivery-fan-out=per-subscription')).toBe('subscribed other');
  });
});
