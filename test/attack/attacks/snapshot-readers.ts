import type { Attack } from '../attack.ts';
import { createOrder } from './create-order.ts';
import { uploadOf } from './upload.ts';

const UPLOAD = 3 * 1_048_576;
const READERS = 20;

export const snapshotReaders: Attack = {
  name: 'snapshot-readers',
  threat: 'Twenty readers of a snapshot of 13 MB at once, who read slowly: each had its own copy in memory.',
  wanted: 'States are streamed, or the readers beyond a budget get 429 or 503.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const { token } = tenant;
    const order = await createOrder(stage, tenant);
    for (const type of ['CMR', 'PROOF_OF_PAYMENT', 'PICKUP_DECLARATION'])
      stage.expectStatuses([await stage.send(uploadOf(tenant, order, type, Buffer.alloc(UPLOAD, type)))], [201, 422]);
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
