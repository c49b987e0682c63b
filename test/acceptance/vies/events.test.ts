import { afterAll, expect, test } from '@jest/globals';
import { type SeenEvent, readEvents, typesOf } from '../../support/read-events.ts';
import { closedBy } from '../../support/closed-by.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';

const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const as = 'api-client-enterprise';
const DAY = 86_400_000;
const MINUTE = 60_000;

const { mock, api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as, seller: SELLER });

/** What happened since a test began. */
const watchEvents = async (): Promise<() => Promise<readonly SeenEvent[]>> => {
  const { length } = await readEvents(mock, api, as);
  return async () => (await readEvents(mock, api, as)).slice(length);
};
const isoNow = (): string => new Date(clock.now()).toISOString();

test('the daily re-check of a buyer with an open order fails: cause before effect', async () => {
  const { buyerUuid, orderUuid } = await workflow.begin(undefined, { vatNumber: 'NL100200' });
  await workflow.takeToTheRoad(orderUuid);
  const events = await watchEvents();
  clock.advance(DAY);
  expect(await events()).toEqual([]);
  clock.advance(2000);
  expect(await events()).toMatchObject([
    {
      type: 'kyc.vies_check_failed',
      seller: SELLER,
      data: {
        buyerUuid,
        vatNumber: 'NL100200',
        previousResult: 'VALID',
        currentResult: 'INVALID',
        checkedAt: isoNow(),
        reason: expect.stringMatching(/\w+ \w+/),
      },
    },
    {
      type: 'compliance.status_changed',
      data: { orderUuid, previousStatus: 'VALID', currentStatus: 'INVALID', blockers: [{ code: 'VIES_INVALID' }] },
    },
  ]);
  clock.advance(3 * DAY);
  expect(await events()).toHaveLength(2);
});

test('a first check that fails is announced, with PENDING before it', async () => {
  const events = await watchEvents();
  const { uuid } = succeed(await workflow.createBuyer({ vatNumber: 'PL8567346216' })).body;
  clock.advance(2000);
  expect(await events()).toMatchObject([
    {
      type: 'kyc.vies_check_failed',
      data: { buyerUuid: uuid, previousResult: 'PENDING', reason: 'The check digits of PL8567346216 are wrong.' },
    },
  ]);
});

test('an unreachable VIES is not announced, however long it lasts', async () => {
  const events = await watchEvents();
  succeed(await workflow.createBuyer({ vatNumber: 'FR302' }));
  clock.advance(2 * DAY);
  expect(await events()).toEqual([]);
});

test('invalid after unreachable: UNKNOWN before it', async () => {
  const events = await watchEvents();
  succeed(await workflow.createBuyer({ vatNumber: 'IT300200' }));
  clock.advance(6 * MINUTE);
  expect(await events()).toMatchObject([{ data: { previousResult: 'UNKNOWN', currentResult: 'INVALID' } }]);
});

test('a buyer without orders is not re-checked', async () => {
  const events = await watchEvents();
  succeed(await workflow.createBuyer({ vatNumber: 'ES100200' }));
  clock.advance(3 * DAY);
  expect(typesOf(await events())).toEqual([]);
});
