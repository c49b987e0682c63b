import type { Attack } from '../attack.ts';
import { fill } from './read-model.ts';

const ORDERS = 2000;
const LANES = 4;
const SHORT = 3000;
const LONG = 10_000;

export const buyerChanges: Attack = {
  name: 'buyer-changes',
  threat:
    'A buyer with 2,000 orders is changed again and again: each change assesses them all in one transaction, and all sandboxes of a folder had one queue.',
  wanted: 'Others read meanwhile, and write in turns with the tenant: what waits under one sandbox keeps nobody out.',
  play: async (stage) => {
    const { token, seller, buyer } = await fill(stage, 1, ORDERS);
    const begin = performance.now();
    let made = 0;
    const change = () =>
      stage.send({
        method: 'PATCH',
        path: `/v1/partners/${seller}/buyers/${buyer}`,
        headers: { 'if-match': '*' },
        key: `change-${String(++made)}`,
        token,
        json: { companyName: `Name ${String(made)}` },
      });
    const lanes = Array.from({ length: LANES }, async () => {
      const own = [];
      while (performance.now() - begin < (stage.isShort ? SHORT : LONG)) own.push(await change());
      return own;
    });
    const outcomes = (await Promise.all(lanes)).flat();
    stage.expectStatuses(outcomes, [200, 429, 503]);
    stage.note(`${String(outcomes.filter(({ status }) => status === 200).length)} changes`);
  },
};
