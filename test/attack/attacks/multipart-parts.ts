import type { Attack } from '../attack.ts';
import { createOrder } from './create-order.ts';

const SIZE = 10 * 1_048_576;

export const multipartParts: Attack = {
  name: 'multipart-parts',
  threat: '10 MiB of empty parts in an upload: parsing went on beyond the limit of parts, for 5.5 s and 1.2 GB.',
  wanted: '413 or 422 as soon as there are too many parts.',
  play: async (stage) => {
    const tenant = await stage.createTenant();
    const order = await createOrder(stage, tenant);
    const part = '--b\r\n\r\n\r\n';
    const body = Buffer.from(part.repeat(Math.floor((SIZE - 16) / part.length)));
    const outcome = await stage.send({
      method: 'POST',
      path: `/v1/partners/${tenant.seller}/orders/${order}/documents`,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'idempotency-key': 'parts' },
      token: tenant.token,
      body,
    });
    stage.expectStatuses([outcome], [400, 413, 422, 429, 503]);
  },
};
