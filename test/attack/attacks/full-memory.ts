import type { Attack, Stage } from '../attack.ts';
import { type Tenant, createBuyer } from '../tenant/create-tenant.ts';
import { postOrder } from '../tenant/post-order.ts';
import { createOrder } from './create-order.ts';
import { uploadScenario } from './upload-scenario.ts';

const TENANTS = 10;
const VINS = 500;
/** More than there is memory for: each takes 0.4 MB. */
const ORDERS = 60;
const SCENARIOS = 40;
const COMMENT = 200_000;
const EXPORTS = ['/__admin/requests.har', '/__admin/capsule', '/__admin/state', '/__admin/capsule?format=postman'];

/** Everything that a tenant can keep without an upload, until it is refused. */
const fill = async (stage: Stage, tenant: Tenant, name: string): Promise<number> => {
  const { token } = tenant;
  stage.expectStatuses(
    [await stage.send({ method: 'POST', path: '/__admin/capsule/start', token })],
    [200, 201, 429, 503, 507],
  );
  let taken = 0;
  for (let index = 0; index < ORDERS; index++) {
    const outcome = await postOrder(stage, tenant, `${name}-${String(index)}`, VINS, (taken + index) * 1000);
    stage.expectStatuses([outcome], [201, 429, 503, 507]);
    if (outcome.status === 201) taken += 1;
    if (outcome.status === 507) break;
  }
  for (let index = 0; index < SCENARIOS; index++) {
    // What is noted for capsules is the whole text.
    const body = `scenario: s${String(index)}\n# ${'x'.repeat(COMMENT)}\nsteps:\n  - { on: '*', delay: PT1S }\n`;
    stage.expectStatuses([await uploadScenario(stage, token, body)], [201, 422, 429, 503, 507]);
  }
  return taken;
};

const exportAll = async (stage: Stage, tenants: readonly Tenant[]): Promise<void> => {
  const outcomes = await Promise.all(
    tenants.flatMap(({ token }) => EXPORTS.map((path) => stage.send({ path, token }))),
  );
  stage.expectStatuses(outcomes, [200, 429, 503, 507]);
};

export const fullMemory: Attack = {
  name: 'full-memory',
  threat:
    'Ten sandboxes in memory fill themselves with orders and recordings, each within its own limits, and export all of it: the process was ended.',
  wanted: 'Who has most is refused with 507 or 503 before the memory is full; others still create orders.',
  needs: { keepsData: false },
  play: async (stage) => {
    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => stage.createTenant()));
    const taken = await Promise.all(tenants.map((tenant, index) => fill(stage, tenant, `memory-${String(index)}`)));
    stage.note(`${String(taken.reduce((sum, one) => sum + one))} orders of ${String(VINS)} VINs taken`);
    stage.expect(
      taken.every((one) => one > 0),
      'a tenant got nothing',
    );
    await exportAll(stage, tenants);
    // Somebody who comes late still finds room, and the first one too when there is some.
    await createOrder(stage, await stage.createTenant());
    for (const { token } of tenants)
      stage.expectStatuses([await stage.send({ method: 'POST', path: '/__admin/reset', token })], [200, 204]);
    const [first] = tenants;
    if (first === undefined) return;
    const buyer = await createBuyer(stage.server.url, first.token, first.seller);
    await createOrder(stage, { ...first, buyer }, VINS);
  },
};
