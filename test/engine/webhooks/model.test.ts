import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createMemoryStore } from '../../../src/edges/stores/create-store.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from '../../support/receiver.ts';
import { OTHER_SELLER, SELLER, type World, iso, startWorld } from './start-world.ts';

const HOUR = 3_600_000;
const RETENTION = 720 * HOUR;

type Subscriptions = readonly ('compliance.*' | 'compliance.decision_made' | 'prospect.*' | 'webhook.*')[];

type Command =
  | { readonly kind: 'register'; readonly events: Subscriptions; readonly partnerIds?: readonly string[] }
  | { readonly kind: 'answer'; readonly which: number; readonly answers: readonly ReceiverAnswer[] }
  | {
      readonly kind: 'happen';
      readonly type: 'compliance.decision_made' | 'prospect.submitted';
      readonly seller: string;
    }
  | { readonly kind: 'pause' | 'reactivate' | 'remove' | 'fire'; readonly which: number }
  | { readonly kind: 'replay'; readonly which: number; readonly delivery: number }
  | { readonly kind: 'advance'; readonly by: number }
  /** Before anything has left, or while it is on its way. */
  | { readonly kind: 'crash'; readonly onTheWay: boolean };

const seller = fc.constantFrom(SELLER, OTHER_SELLER);
const which = fc.nat(5);
const happen = fc.record({
  kind: fc.constant('happen' as const),
  type: fc.constantFrom('compliance.decision_made' as const, 'prospect.submitted' as const),
  seller,
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: happen },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        kind: fc.constant('register' as const),
        events: fc.uniqueArray(
          fc.constantFrom(...(['compliance.*', 'compliance.decision_made', 'prospect.*', 'webhook.*'] as const)),
          { minLength: 1 },
        ),
        partnerIds: fc.uniqueArray(seller, { minLength: 1 }),
      },
      { requiredKeys: ['kind', 'events'] },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which,
      answers: fc.array(fc.constantFrom<ReceiverAnswer>(200, 204, 301, 404, 500, 'reset'), {
        minLength: 1,
        maxLength: 12,
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      by: fc.constantFrom(0, 5000, 305_000, HOUR, 10 * HOUR, 30 * HOUR, 72 * HOUR),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'reactivate', 'remove', 'fire'), which }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replay' as const), which, delivery: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), onTheWay: fc.boolean() }) },
);

/** What the test knows of a webhook endpoint. */
interface Known {
  readonly id: string;
  readonly path: string;
  readonly events: Subscriptions;
  readonly partnerIds: readonly string[] | undefined;
  isRemoved: boolean;
  /** How many deliveries had come in when it was removed, or last found to be paused. */
  silentAt: number | undefined;
  /** The events that it has to have a delivery of, operational ones apart. */
  readonly expected: { readonly eventId: string; readonly at: number }[];
}

const prospect = { prospectUuid: SELLER, partnerUuid: SELLER, type: 'COMPANY', submittedAt: iso(0) };

const run = async (commands: readonly Command[]): Promise<void> => {
  const receiver = await startReceiver();
  try {
    await play(commands, receiver);
  } finally {
    await receiver.stop();
  }
};

const play = async (commands: readonly Command[], receiver: Receiver): Promise<void> => {
  const store = createMemoryStore();
  let world: World = await startWorld({ store });
  const known: Known[] = [];
  let crashes = 0;
  const start = world.sandbox.clock.now();
  const pathsOf = (path: string) => receiver.received.filter((each) => each.path === path);
  const pick = (index: number): Known | undefined => known.filter(({ isRemoved }) => !isRemoved)[index];

  const step = async (each: Command): Promise<void> => {
    switch (each.kind) {
      case 'register': {
        const path = `/receiver-${String(known.length)}`;
        const { events, partnerIds } = each;
        const { id } = await world.register(
          receiver.urlOf(path),
          events,
          partnerIds === undefined ? {} : { partnerIds },
        );
        known.push({ id, path, events, partnerIds, isRemoved: false, silentAt: undefined, expected: [] });
        return;
      }
      case 'answer': {
        const endpoint = known[each.which];
        if (endpoint !== undefined) receiver.answer(endpoint.path, ...each.answers);
        return;
      }
      case 'happen': {
        const eventId = await world.happen(
          each.type,
          each.seller,
          each.type === 'prospect.submitted' ? prospect : undefined,
        );
        const wanted: Subscriptions =
          each.type === 'prospect.submitted' ? ['prospect.*'] : ['compliance.*', 'compliance.decision_made'];
        for (const { isRemoved, events, partnerIds, expected } of known)
          if (
            !isRemoved &&
            events.some((event) => wanted.includes(event)) &&
            partnerIds?.includes(each.seller) !== false
          )
            expected.push({ eventId, at: world.sandbox.clock.now() });
        return;
      }
      case 'remove': {
        const endpoint = pick(each.which);
        if (endpoint === undefined) return;
        await world.call('deleteWebhook', { path: { id: endpoint.id } });
        endpoint.isRemoved = true;
        return;
      }
      case 'pause':
      case 'reactivate': {
        const endpoint = pick(each.which);
        const status = each.kind === 'pause' ? 'PAUSED' : 'ACTIVE';
        if (endpoint !== undefined) await world.call('updateWebhook', { path: { id: endpoint.id }, body: { status } });
        return;
      }
      case 'fire': {
        const endpoint = pick(each.which);
        if (endpoint === undefined || (await world.endpoint(endpoint.id))!.status === 'PAUSED') return;
        const body = { eventType: 'kyc.vies_check_failed' as const, data: {} };
        const { eventId } = (await world.call('testWebhook', { path: { id: endpoint.id }, body })).body;
        endpoint.expected.push({ eventId, at: world.sandbox.clock.now() });
        return;
      }
      case 'replay': {
        const endpoint = pick(each.which);
        if (endpoint === undefined || (await world.endpoint(endpoint.id))!.status === 'PAUSED') return;
        const delivery = (await world.history(endpoint.id))[each.delivery];
        if (delivery === undefined) return;
        await world.call('replayWebhookDelivery', { path: { id: endpoint.id, deliveryId: delivery.id } });
        if (!delivery.eventType.startsWith('webhook.'))
          endpoint.expected.push({ eventId: delivery.eventId, at: world.sandbox.clock.now() });
        return;
      }
      case 'advance':
        await world.advance(each.by);
        return;
      case 'crash':
        crashes += 1;
        if (each.onTheWay) await world.sandbox.catchUp();
        world = await world.crash();
    }
  };

  /** Nothing comes to a webhook endpoint that is removed or paused. */
  const checkSilence = async (): Promise<void> => {
    for (const endpoint of known) {
      const count = pathsOf(endpoint.path).length;
      if (endpoint.silentAt !== undefined) expect(count).toBe(endpoint.silentAt);
      const isSilent = endpoint.isRemoved || (await world.endpoint(endpoint.id))!.status === 'PAUSED';
      endpoint.silentAt = isSilent ? count : undefined;
    }
  };

  for (const [index, each] of commands.entries()) {
    if (each.kind === 'reactivate')
      for (const endpoint of known) if (!endpoint.isRemoved) endpoint.silentAt = undefined;
    await step(each);
    if (commands[index + 1]?.kind === 'crash') continue;
    await world.sandbox.idle();
    await checkSilence();
  }

  const isUndecided = async (): Promise<boolean> => {
    const histories = await Promise.all(known.map(({ id }) => world.history(id)));
    return histories.flat().some(({ nextRetryAt }) => nextRetryAt !== null);
  };
  // The end of one event may be told in another to the next endpoint, whose end is told to a third: one round for each.
  for (let round = 0; round === 0 || (round <= known.length + 1 && (await isUndecided())); round += 1) {
    await world.advance(80 * HOUR);
    await world.sandbox.idle();
  }
  await checkSilence();
  const isPurged = world.sandbox.clock.now() - start >= RETENTION;
  const bytes = new Map<string, string>();
  for (const { raw, body } of receiver.received) {
    const { id } = body as { id: string };
    expect(bytes.get(id) ?? raw).toBe(raw);
    bytes.set(id, raw);
  }
  for (const { id, path, isRemoved, expected } of known) {
    const history = await world.history(id);
    const received = pathsOf(path).map(({ body }) => (body as { id: string }).id);
    if (isRemoved) {
      expect(history).toEqual([]);
      continue;
    }
    expect(history.map(({ createdAt }) => createdAt)).toEqual(
      history.map(({ createdAt }) => createdAt).sort((a, b) => a - b),
    );
    const ordinary = history.filter(({ eventType }) => !eventType.startsWith('webhook.'));
    const kept = expected.filter(({ at }) => at > world.sandbox.clock.now() - RETENTION);
    expect(ordinary.map(({ eventId }) => eventId)).toEqual(kept.map(({ eventId }) => eventId));
    for (const { status, attempts, tries, createdAt, nextRetryAt, eventId } of history) {
      expect(nextRetryAt).toBeNull();
      expect(tries).toHaveLength(attempts);
      expect(attempts).toBeLessThanOrEqual(10);
      if (status === 'FAILED') expect(attempts).toBe(10);
      for (const { at } of tries) expect(at - createdAt).toBeLessThanOrEqual(72 * HOUR);
      const last = tries.at(-1)?.httpStatus ?? 0;
      expect(status === 'DELIVERED').toBe(last >= 200 && last < 300);
      // What is left undecided is what a pause has stopped.
      if (status === 'PENDING') expect(attempts).toBeLessThan(10);
      if (attempts > 0) expect(received).toContain(eventId);
    }
    const attempts = history.reduce((sum, each) => sum + each.attempts, 0);
    if (crashes === 0 && !isPurged) expect(received).toHaveLength(attempts);
    else expect(received.length).toBeGreaterThanOrEqual(attempts);
    if ((await wasNeverPaused(world, id)) && commands.every(({ kind }) => kind !== 'pause'))
      expect(history.filter(({ status }) => status === 'PENDING')).toEqual([]);
  }
  await world.stop();
};

/** Nobody was written to because of it. */
const wasNeverPaused = async (world: World, id: string): Promise<boolean> =>
  !(await world.mails()).some((subject) => subject.includes(id));

test('whatever receivers, people, the clock and crashes do, every delivery has its end', async () => {
  await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30, size: 'max' }), run), {
    numRuns: 60,
  });
});
