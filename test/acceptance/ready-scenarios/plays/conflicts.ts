import { sampleBuyer } from '../../../support/sample-order.ts';
import { OTHER_VIN, SELLER, VIN, succeed, vehicle } from '../../../support/workflow.ts';
import { type Play, type Stage, type Wrong, countOrders, registerOne } from '../play.ts';

const STUBBORN: Wrong = {
  does: 'sends the same again and again',
  habits: { acceptsRefusals: false },
  finding: 'refused-again',
  isUnexpected: true,
};

const BLIND: Wrong = {
  does: 'changes without If-Match',
  habits: { sendsIfMatch: false },
  finding: 'patch-without-if-match',
  isUnexpected: true,
};

const BUYER = sampleBuyer({ companyName: 'Ours GmbH' });

const buyersOf = async ({ started }: Stage): Promise<unknown> => {
  const { data } = (await started.api.get(`/partners/${SELLER}/buyers?vatNumber=DE100`)).body;
  return data.map(({ companyName, version }: { companyName: string; version: number }) => [companyName, version]);
};

const saveBuyer = async ({ client, activate }: Stage): Promise<unknown> => {
  await activate();
  return (await client.saveBuyer(BUYER)).companyName;
};

const renameBuyer = async ({ client, activate, workflow }: Stage): Promise<unknown> => {
  const { uuid } = succeed(await workflow.createBuyer()).body;
  await activate();
  return (await client.renameBuyer(uuid as string, 'Ours GmbH')).companyName;
};

const deliver =
  (vins: readonly string[]) =>
  async ({ client, activate, workflow }: Stage): Promise<unknown> => {
    const { orderUuid } = await workflow.begin(vins.map((vin) => vehicle(vin)));
    await workflow.takeToTheRoad(orderUuid);
    await activate();
    return (await client.confirmDelivery(orderUuid, vins)).status;
  };

export const CONFLICTS: Readonly<Record<string, Play>> = {
  'order-conflict': {
    play: registerOne,
    after: countOrders,
    // Which of the two is right is for people to say; there is one order, and it is the other one.
    ends: { result: 'Refused', stub: 1 },
    wrong: [{ ...STUBBORN, ends: { result: 'GaveUp', stub: 1 } }],
  },
  'buyer-conflict': {
    play: saveBuyer,
    after: buyersOf,
    ends: { result: 'Ours GmbH', stub: [['Ours GmbH', 2]] },
    wrong: [BLIND, { ...STUBBORN, ends: { result: 'GaveUp', stub: [['Entered Elsewhere Ltd', 1]] } }],
  },
  'version-mismatch-race': {
    play: renameBuyer,
    after: buyersOf,
    ends: { result: 'Ours GmbH', stub: [['Ours GmbH', 3]] },
    wrong: [BLIND],
  },
  'multi-vin-partial': {
    play: deliver([VIN, OTHER_VIN]),
    ends: { result: 'DELIVERED' },
    wrong: [{ ...STUBBORN, ends: { result: 'GaveUp' } }],
  },
  'pickup-revoked': {
    play: deliver([VIN]),
    ends: { result: 'DELIVERED' },
    wrong: [{ ...STUBBORN, ends: { result: 'GaveUp' } }],
  },
};
