import type { Attack } from '../attack.ts';
import { postOrder } from '../tenant/post-order.ts';

const ORDERS = 12;

export const bigOrders: Attack = {
  name: 'big-orders',
  threat: 'Twelve orders of 5,500 VINs: lists of them and a change of their buyer took 7 s.',
  wanted: 'The number of VINs has a limit in the description (400, 413 or 422), and what is within it is light.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token, seller, buyer } = tenant;
    const order = (vins: number, index: number) =>
      postOrder(stage, tenant, `BIG-${String(vins)}-${String(index)}`, vins, (vins + index) * 10_000);
    stage.expectStatuses([await order(40_000, 0)], [413, 422]);
    const created = [];
    for (let index = 0; index < ORDERS; index++) created.push(await order(5500, index), await order(100, index));
    stage.expectStatuses(created, [201, 400, 413, 422]);
    const read = (path: string) => stage.send({ path, token });
    stage.expectStatuses(
      [
        await read(`/v1/orders?partners=${seller}`),
        await read('/v1/orders?limit=100'),
        await read('/__admin/requests?limit=1000'),
        await read('/__admin/state'),
      ],
      [200, 400, 422, 429, 503],
    );
    const changed = await stage.send({
      method: 'PATCH',
      path: `/v1/partners/${seller}/buyers/${buyer}`,
      headers: { 'if-match': '*' },
      key: 'patch',
      token,
      json: { companyName: 'Another name' },
    });
    stage.expectStatuses([changed], [200, 400, 412, 422, 428]);
  },
};
