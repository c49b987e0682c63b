import type { Attack } from '../attack.ts';
import type { Outcome } from '../network/send.ts';
import { fetchToken } from '../tenant/create-tenant.ts';
import { toOrder } from '../tenant/order.ts';
import { uploadOf } from './upload.ts';

/** The most VINs of an order, from the largest body down to what every server takes. */
const SIZES = [5500, 2000, 1000, 500, 200, 100, 50, 10, 1];

const TOTAL = { value: 1, currency: 'EUR' };

export const exportFile: Attack = {
  name: 'export-file',
  threat: 'The Export File of an order of 12,000 VINs held the event loop for 6.5 s, of 40,000 for 18.5 s and 2.5 GB.',
  wanted: 'The largest order that is taken gets its file, drawn in slices or by a worker.',
  play: async (stage) => {
    // A sale across a border: a domestic one would need VAT on its invoice.
    const tenant = await stage.createTenant({ sellers: [{ companyName: 'Autos BV', country: 'NL' }] });
    const { seller, buyer, clientId, clientSecret } = tenant;
    let { token } = tenant;
    let made = 0;
    let order = '';
    let vins = 0;
    const post = (path: string, body: unknown): Promise<Outcome> =>
      stage.prepare({ method: 'POST', path, token, key: `export-${String(++made)}`, json: body });
    const upload = (type: string): Promise<Outcome> => stage.prepare(uploadOf(tenant, order, type));
    stage.expectStatuses([await post('/__admin/clock/advance', { by: 'PT10S' })], [200, 202]);
    for (const size of SIZES) {
      const created = await post(`/v1/partners/${seller}/orders`, toOrder(buyer, `EXPORT-${String(size)}`, size, size));
      if (created.status !== 201) continue;
      order = (JSON.parse(created.text) as { uuid: string }).uuid;
      vins = size;
      break;
    }
    stage.note(`an order of ${String(vins)} VINs`);
    const total = { ...TOTAL, value: vins * 100 };
    const at = new Date().toISOString();
    const invoice = { invoiceDate: at.slice(0, 10), vatIncluded: false, amount: total, marginScheme: false };
    const path = `/v1/partners/${seller}/orders/${order}`;
    const outcomes = [
      await post(`${path}/invoice`, { ...invoice, invoiceNumber: 'R-1' }),
      await upload('INVOICE'),
      await post(`${path}/payment`, { amount: total, paidAt: at }),
      await upload('PROOF_OF_PAYMENT'),
      await upload('CMR'),
      await upload('PICKUP_DECLARATION'),
      await post('/v1/transport/pickup/confirm', { orderUuid: order, pickedUpAt: at }),
      await post(`${path}/invoice`, { ...invoice, type: 'FINAL', invoiceNumber: 'R-2' }),
      await upload('INVOICE'),
      await upload('DELIVERY_DECLARATION'),
      await post('/v1/transport/delivery/confirm', { orderUuid: order, deliveredAt: at }),
    ];
    stage.expectStatuses(outcomes, [200, 201, 202, 204]);
    stage.expectStatuses([await post('/__admin/clock/advance', { by: 'P1D' })], [200]);
    token = await fetchToken(stage.server.url, clientId, clientSecret);
    const files = await Promise.all(
      Array.from({ length: 3 }, () => stage.send({ path: `/v1/orders/${order}/export-file`, token })),
    );
    stage.expectStatuses(files, [200, 202, 302, 303, 429, 503]);
    const file = /"(?:downloadUrl|url)":"([^"]+)"/.exec(files[0]?.text ?? '')?.[1];
    if (file !== undefined && URL.canParse(file)) {
      const { pathname, search } = new URL(file);
      const downloads = await Promise.all(
        Array.from({ length: 3 }, () => stage.send({ path: `${pathname}${search}`, token })),
      );
      stage.expectStatuses(downloads, [200, 429, 503]);
    }
  },
};
