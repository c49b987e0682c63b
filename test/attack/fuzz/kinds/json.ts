import { toOrder } from '../../tenant/order.ts';
import { drawText, pick, tokensOf } from '../draw-text.ts';
import { type Kind, type Place, PATIENCE } from '../kind.ts';
import { mutateDocument } from '../mutate-document.ts';

const TOKENS = tokensOf(
  '{¦}¦[¦]¦,¦:¦"¦\\¦{"a":¦[[¦{"a":{¦"a":1,¦"№":1,¦"__proto__":{},¦\\u0000¦\\ud800¦\\u005f¦\\"¦\\n¦9¦0¦-¦1e¦0.1,',
  '1e400,¦true,¦null,¦ ¦\n¦"constructor":{"prototype":¦é¦\u2028¦/¦~1¦"/vins/№":{"present":true},¦"vins":[¦123456789',
);

const HEADER = { 'x-letters': { matches: '^(a|b)*a(a|b){9}$' }, accept: { equals: '*/*' } };

/** What is asked in each call, before it is mutated. `SELLER` and `BUYER` are the tenant's. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/partners/SELLER/orders': toOrder('BUYER', 'FUZZ-1', 3),
  'POST /v1/partners/SELLER/buyers': {
    vatNumber: 'DE100',
    companyName: 'Autohaus',
    address: { street: 'Hafenstraße 3', postCode: '20457', city: 'Hamburg', country: 'DE' },
    contacts: [{ firstName: 'A', lastName: 'B', email: 'a@b.example', phone: '+49 40 1' }],
    kycMode: 'MARKETPLACE_LED',
  },
  'PATCH /v1/partners/SELLER/buyers/BUYER': { companyName: 'Autohaus', contacts: [] },
  'POST /v1/webhooks': { url: 'http://127.0.1.1:9/', events: ['compliance.*'], partnerIds: ['SELLER'] },
  'POST /v1/transport/pickup/confirm': {
    orderUuid: 'ORDER',
    vins: ['WVWZZZ1JZ3W386752'],
    pickedUpAt: '2026-11-02T00:00:00Z',
  },
  'PUT /__admin/state': {
    format: 'vatmock-state',
    version: 1,
    sellers: ['SELLER'],
    collections: { orders: { last: 0, documents: [] } },
  },
  'PATCH /__admin/assumptions': { 'etag-format': 'weak', 'vin-letters': 'accept' },
  'POST /__admin/requests/find': { headers: HEADER, body: { '/vins/0': { present: true } }, operation: 'createOrder' },
  'POST /__admin/events': { type: 'compliance.decision_made', data: { orderUuid: 'ORDER' } },
};

/** What was sent, as others see it. */
export const readBack = async ({ send, tenant: { token } }: Place) => {
  const paths = [
    '/v1/orders?size=100',
    '/__admin/requests?limit=50',
    '/__admin/findings',
    '/__admin/records?search=auto',
    '/__admin/coverage',
  ];
  const outcomes = [];
  for (const path of paths) outcomes.push(await send({ path, token }));
  const id = /"id":\s*"([^"]+)/.exec(outcomes[1]?.text ?? '')?.[1] ?? '';
  outcomes.push(await send({ path: `/__admin/requests/${id}/explain`, token }));
  return outcomes;
};

export const json: Kind = {
  name: 'json',
  limit: 1_048_576,
  draw: (random) => {
    const call = pick(random, Object.keys(BODIES));
    const mutated = mutateDocument(random, BODIES[call], json.limit);
    if (random.integer(0, 1) === 0) return [call, mutated];
    const drawn = drawText(random, TOKENS, json.limit - mutated.length);
    // Half of what the grammar makes stands where a value does.
    const at = random.integer(0, 1) === 0 ? mutated.indexOf(':') + 1 : 0;
    return [call, at === 0 ? drawn : `${mutated.slice(0, at)}${drawn}${mutated.slice(at)}`];
  },
  play: async (place, [call = '', text = '']) => {
    const { send, tenant, order } = place;
    const fill = (form: string): string =>
      form.replaceAll('SELLER', tenant.seller).replaceAll('BUYER', tenant.buyer).replaceAll('ORDER', order);
    const [method = '', path = ''] = fill(call).split(' ');
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'fuzz', 'if-match': '*' };
    const sending = { method, path, headers, token: tenant.token, body: fill(text), within: PATIENCE };
    // The second is an idempotent replay.
    return [await send(sending), await send(sending), ...(await readBack(place))];
  },
};
