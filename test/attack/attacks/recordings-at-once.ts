import type { Attack } from '../attack.ts';
import { createOrder } from './create-order.ts';

const ORDERS = 20;
const VINS = 500;
const AT_ONCE = 39;

export const recordingsAtOnce: Attack = {
  name: 'recordings-at-once',
  threat: 'Thirty-nine recordings, and storyboards of what was recorded, in parallel: 0.2 s in one turn.',
  wanted: 'They wait for their turn, and each works in slices: 200, 429 or 503.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token } = tenant;
    const all = async (method: string, path: string): Promise<void> => {
      const one = () => stage.send({ method, path, token });
      stage.expectStatuses(await Promise.all(Array.from({ length: AT_ONCE }, one)), [200, 429, 503, 507]);
    };
    for (let index = 0; index < ORDERS; index++) await createOrder(stage, tenant, VINS);
    await all('POST', '/__admin/capsule/start');
    for (let index = 0; index < ORDERS; index++) await createOrder(stage, tenant, VINS);
    await all('GET', '/__admin/capsule?format=storyboard');
    await all('GET', '/__admin/capsule');
  },
};
