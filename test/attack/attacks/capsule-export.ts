import type { Attack } from '../attack.ts';
import { toOrder } from '../tenant/order.ts';

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
    const { token, seller, buyer } = await stage.createTenant();
    const post = (path: string, type: string, body: string) =>
      stage.send({
        method: 'POST',
        path,
        headers: { 'content-type': type, 'idempotency-key': `capsule-${String(++made)}` },
        token,
        body,
      });
    const created = [];
    for (let index = 0; index < ORDERS; index++) {
      const order = toOrder(buyer, `CAPSULE-${String(index)}`, VINS, index * VINS);
      created.push(await post(`/v1/partners/${seller}/orders`, 'application/json', JSON.stringify(order)));
    }
    stage.expectStatuses(created, [201]);
    const capsule = () => stage.send({ path: '/__admin/capsule', token });
    stage.expectStatuses([await capsule()], [200, 429, 503]);
    stage.expectStatuses([await post('/__admin/capsule/start', 'application/json', '')], [200, 429, 503]);
    const { uuid } = JSON.parse(created[0]?.text ?? '{}') as { uuid?: string };
    const parts = `--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nINVOICE\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n${FILE}%%EOF\n\r\n--b--\r\n`;
    const path = `/v1/partners/${seller}/orders/${uuid ?? ''}/documents`;
    stage.expectStatuses([await post(path, 'multipart/form-data; boundary=b', parts)], [201, 429, 503, 507]);
    const lists = [];
    for (let index = 0; index < 3; index++) lists.push(await stage.send({ path: '/v1/orders?size=100', token }));
    const faulty = JSON.stringify({
      x: Array.from({ length: 4000 }, () => ({ password: 'abcdefghij', t: 'x'.repeat(180) })),
    });
    lists.push(await post(`/v1/partners/${seller}/buyers`, 'application/json', faulty.slice(0, 1_040_000)));
    stage.expectStatuses(lists, [200, 400, 422, 429, 503]);
    stage.expectStatuses([await capsule(), await capsule()], [200, 429, 503, 507]);
  },
};

let made = 0;
