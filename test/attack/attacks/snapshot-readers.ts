import type { Attack } from '../attack.ts';
import { createOrder } from './create-order.ts';

const UPLOADS = 3;
const UPLOAD = 3 * 1_048_576;
const READERS = 20;

export const snapshotReaders: Attack = {
  name: 'snapshot-readers',
  threat: 'Twenty readers of a snapshot of 13 MB at once, who read slowly: each had its own copy in memory.',
  wanted: 'States are streamed, or the readers beyond a budget get 429 or 503.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token, seller } = tenant;
    const order = await createOrder(stage, tenant);
    const types = ['CMR', 'PROOF_OF_PAYMENT', 'PICKUP_DECLARATION'];
    for (let index = 0; index < UPLOADS; index++) {
      const field = `--b\r\ncontent-disposition: form-data; name="type"\r\n\r\n${types[index] ?? ''}\r\n`;
      const file =
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n';
      const content = Buffer.alloc(UPLOAD, String(index));
      const uploaded = await stage.send({
        method: 'POST',
        path: `/v1/partners/${seller}/orders/${order}/documents`,
        headers: { 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': `upload-${String(index)}` },
        token,
        body: Buffer.concat([Buffer.from(`${field}${file}%PDF-1.4\n`), content, Buffer.from('\r\n--b--\r\n')]),
      });
      stage.expectStatuses([uploaded], [201, 422]);
    }
    const taken = await stage.send({ method: 'PUT', path: '/__admin/state/snapshots/large', token });
    stage.expectStatuses([taken], [200, 201, 413, 507]);
    const readFrom = stage.sleep(2000);
    const outcomes = await Promise.all(
      Array.from({ length: READERS }, () =>
        stage.send({ path: '/__admin/state/snapshots/large', token, readFrom, within: 60_000 }),
      ),
    );
    stage.expectStatuses(
      outcomes,
      taken.status !== undefined && taken.status < 300 ? [200, 429, 503] : [404, 429, 503],
    );
  },
};
