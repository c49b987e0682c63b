import type { Attack } from '../attack.ts';
import { postOrder } from '../tenant/post-order.ts';
import { uploadOf } from './upload.ts';

const ORDERS = 10;
const VINS = 500;

/** A file of 4 MiB that is no text. */
const FILE = 'Ã\u0082\u009c0ab'.repeat(524_288);

export const capsuleExport: Attack = {
  name: 'capsule-export',
  threat:
    'The capsule of a state of 16 MB was masked and written in one piece of 1.7 s, that of a recording with a large file in 4.5 s.',
  wanted: 'It is made in slices.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token, seller } = tenant;
    const created = [];
    for (let index = 0; index < ORDERS; index++)
      created.push(await postOrder(stage, tenant, `CAPSULE-${String(index)}`, VINS, index * VINS));
    stage.expectStatuses(created, [201]);
    const capsule = () => stage.send({ path: '/__admin/capsule', token });
    stage.expectStatuses([await capsule()], [200, 429, 503]);
    const started = await stage.send({ method: 'POST', path: '/__admin/capsule/start', token });
    stage.expectStatuses([started], [200, 429, 503]);
    const { uuid = '' } = JSON.parse(created[0]?.text ?? '{}') as { uuid?: string };
    stage.expectStatuses([await stage.send(uploadOf(tenant, uuid, 'INVOICE', FILE))], [201, 429, 503, 507]);
    const lists = [];
    for (let index = 0; index < 3; index++) lists.push(await stage.send({ path: '/v1/orders?size=100', token }));
    const faulty = JSON.stringify({
      x: Array.from({ length: 4000 }, () => ({ password: 'abcdefghij', t: 'x'.repeat(180) })),
    });
    lists.push(
      await stage.send({
        method: 'POST',
        path: `/v1/partners/${seller}/buyers`,
        headers: { 'content-type': 'application/json' },
        key: 'capsule-buyer',
        token,
        body: faulty.slice(0, 1_040_000),
      }),
    );
    stage.expectStatuses(lists, [200, 400, 422, 429, 503]);
    stage.expectStatuses([await capsule(), await capsule()], [200, 429, 503, 507]);
  },
};
