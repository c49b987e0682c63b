import { OTHER_VIN, VIN, succeed } from '../../../support/workflow.ts';
import { INVOICE, type Play, type Stage, confirmedBuyer, countOrders, orderOf, resultOf } from '../play.ts';

const twoVehicles = async (stage: Stage): Promise<unknown> => {
  const { client, activate } = stage;
  const buyer = await confirmedBuyer(stage);
  await client.organization();
  await activate();
  return (await client.registerOrder(orderOf(buyer, [VIN, OTHER_VIN]))).length;
};

/** An order, and then work that would follow. */
const orderAndGoOn = async (stage: Stage): Promise<unknown> => {
  const { client, activate } = stage;
  const buyer = await confirmedBuyer(stage);
  await activate();
  const [order] = await client.registerOrder(orderOf(buyer));
  const results: unknown[] = [];
  for (let piece = 0; piece < 4; piece++)
    results.push(await resultOf(client.submitInvoice(order?.uuid ?? '', INVOICE)));
  return results;
};

const orderThenInvoice = async (stage: Stage): Promise<unknown> => {
  const { client, activate, workflow } = stage;
  const buyer = await confirmedBuyer(stage);
  const { uuid } = succeed(await workflow.createOrder(buyer)).body;
  await client.organization();
  await activate();
  return (await client.submitInvoice(uuid as string, INVOICE)).status;
};

export const ACCESS: Readonly<Record<string, Play>> = {
  'capability-missing': {
    play: twoVehicles,
    after: countOrders,
    ends: { result: 2, stub: 1 },
    wrong: [
      {
        does: 'sends the same order again and again',
        habits: { acceptsRefusals: false },
        finding: 'refused-again',
        isUnexpected: true,
        ends: { result: 'GaveUp', stub: 0 },
      },
    ],
  },
  'dpa-withdrawn': {
    play: orderAndGoOn,
    after: countOrders,
    ends: { result: ['Refused', 'Refused', 'Refused', 'Refused'], stub: 1 },
    wrong: [
      {
        does: 'goes on with the next piece of work',
        habits: { stopsWithoutAgreement: false },
        finding: 'goes-on-without-dpa',
        isUnexpected: true,
      },
    ],
  },
  'token-expiry': {
    play: orderThenInvoice,
    ends: { result: 'SUBMITTED' },
    wrong: [
      {
        does: 'sends again with the token that was refused',
        habits: { renewsRefusedToken: false },
        finding: 'token-expired',
      },
      {
        does: 'fetches a token for each call',
        habits: { keepsToken: false, keepsOrganization: false },
        finding: 'token-per-call',
      },
      { does: 'sends again under a new key', habits: { keepsKey: false }, isUnexpected: true },
    ],
  },
};
