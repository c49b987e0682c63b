import type { Attack, Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';
import { type Tenant, createBuyer } from '../tenant/create-tenant.ts';
import { createOrder } from './create-order.ts';
import { uploadOf } from './upload.ts';

const TENANTS = 10;
const ORDERS = 3;
const UPLOAD = 9 * 1_048_576;
/** Uploads of the three types that an order takes. */
const TYPES = ['CMR', 'PROOF_OF_PAYMENT', 'PICKUP_DECLARATION'];

/** At once: more would be refused by the budget for bodies. */
const LANES = 3;
/** Tries of an upload that gets 503. */
const TRIES = 3;

/** Uploads until the sandbox or the server is full. */
const fill = async (stage: Stage, tenant: Tenant, name: string): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (let order = 0; order < ORDERS; order++) {
    const uuid = await createOrder(stage, tenant);
    for (const type of TYPES) {
      const key = `${name}-${String(order)}-${type}`;
      const upload = () => stage.send(uploadOf(tenant, uuid, type, Buffer.alloc(UPLOAD, key)));
      let outcome = await upload();
      for (let again = 1; again < TRIES && outcome.status === 503; again++) {
        await stage.sleep(500);
        outcome = await upload();
      }
      outcomes.push(outcome);
      if (outcome.status !== 201) return outcomes;
    }
  }
  return outcomes;
};

export const fullUploads: Attack = {
  name: 'full-uploads',
  threat:
    'Ten sandboxes in memory fill themselves with uploads, each within its own limit: 630 MB, and the process was ended.',
  wanted: 'Uploads beyond what the server has memory for are refused with 507 or 503; what is small goes on.',
  needs: { keepsData: false },
  play: async (stage) => {
    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => stage.createTenant()));
    const waiting = tenants.entries();
    const outcomes: Outcome[] = [];
    const fillNext = async (): Promise<void> => {
      for (const [index, tenant] of waiting) outcomes.push(...(await fill(stage, tenant, `full-${String(index)}`)));
    };
    await Promise.all(Array.from({ length: LANES }, fillNext));
    stage.expectStatuses(outcomes, [201, 503, 507]);
    stage.expect(
      outcomes.some(({ status }) => status === 201),
      'no upload at all was taken',
    );
    // A full server still takes what is small.
    const [first] = tenants;
    if (first === undefined) return;
    await createOrder(stage, first);
    // And it takes uploads again when there is room.
    for (const { token: own } of tenants)
      stage.expectStatuses([await stage.send({ method: 'POST', path: '/__admin/reset', token: own })], [200, 204]);
    const buyer = await createBuyer(stage.server.url, first.token, first.seller);
    const order = await createOrder(stage, { ...first, buyer });
    const again = await stage.send(uploadOf(first, order, 'CMR', Buffer.alloc(UPLOAD, 'again')));
    stage.expectStatuses([again], [201]);
  },
};
