import { readEvents, typesOf } from '../../../support/read-events.ts';
import { succeed } from '../../../support/workflow.ts';
import { INVOICE, type Play, type Stage, confirmedBuyer, countOrders, orderOf } from '../play.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const sellToVerified = async (stage: Stage): Promise<unknown> => {
  const { client, activate, habits } = stage;
  const buyer = await confirmedBuyer(stage, { kycMode: 'SERVICE_LED' });
  await activate();
  const { status } = await client.verifyBuyer(buyer);
  if (status === 'VERIFIED' || !habits.heedsVerification) await client.registerOrder(orderOf(buyer));
  return status;
};

const checkVat = async (stage: Stage): Promise<unknown> => {
  const { client, activate, workflow, time, started } = stage;
  await activate();
  await started.mock.clock.advance({ by: 'PT1S' });
  const { uuid } = succeed(await workflow.createBuyer()).body;
  // Nothing waits for VIES: the order goes on meanwhile.
  await client.registerOrder(orderOf(uuid as string));
  const { result } = await client.checkVat(uuid as string, 5 * MINUTE);
  await time.wait(30 * HOUR);
  return [result, (await client.checkVat(uuid as string, 5 * MINUTE)).result];
};

/** On the road; an event tells that something has changed, and then the rollup is read. */
const followOrder = async (stage: Stage): Promise<unknown> => {
  const { client, activate, workflow, time, started, habits } = stage;
  const { orderUuid } = await workflow.begin();
  await activate();
  await workflow.takeToTheRoad(orderUuid);
  const blockers: unknown[] = [];
  const look = async (): Promise<void> => {
    const rollup = await client.compliance(orderUuid);
    blockers.push(rollup.viesResult);
  };
  if (!habits.pollsPatiently)
    for (let second = 0; second < 6; second++) {
      await look();
      await time.wait(1000);
    }
  await time.wait(2 * HOUR);
  await started.mock.idle();
  const types = typesOf(await readEvents(started.mock, started.api));
  if (habits.pollsPatiently && types.includes('kyc.vies_check_failed')) await look();
  return blockers;
};

const finalInvoice = async ({ client, activate, workflow }: Stage): Promise<unknown> => {
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  await activate();
  return (await client.submitFinalInvoice(orderUuid, { ...INVOICE, invoiceNumber: 'R-FINAL' })).vatIncluded;
};

export const LATER: Readonly<Record<string, Play>> = {
  'kyc-rejected': {
    play: sellToVerified,
    after: countOrders,
    ends: { result: 'REJECTED', stub: 0 },
    wrong: [
      {
        does: 'sells all the same',
        habits: { heedsVerification: false },
        isUnexpected: true,
        ends: { result: 'REJECTED', stub: 1 },
      },
    ],
  },
  'vies-outage': {
    play: checkVat,
    after: countOrders,
    ends: { result: ['UNKNOWN', 'VALID'], stub: 1 },
    wrong: [
      {
        does: 'asks for one check after the other',
        habits: { pollsPatiently: false },
        finding: 'vies-asked-again',
        isUnexpected: true,
      },
    ],
  },
  'vies-failed-in-transit': {
    play: followOrder,
    ends: { result: ['INVALID'] },
    wrong: [
      {
        does: 'polls every second, and no more when it matters',
        habits: { pollsPatiently: false },
        finding: 'eager-polling',
        ends: { result: ['VALID', 'VALID', 'VALID', 'VALID', 'VALID', 'VALID'] },
      },
    ],
  },
  'verdict-vat-applicable': {
    play: finalInvoice,
    ends: { result: true },
    wrong: [
      {
        does: 'leaves VAT off the final invoice',
        habits: { readsDecision: false },
        finding: 'vat-left-off',
        isUnexpected: true,
        ends: { result: false },
      },
    ],
  },
};
