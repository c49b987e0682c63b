import { randomUUID } from 'node:crypto';
import { ADMIN_TOKEN } from '../server/start-server.ts';
import { type Tenant, call } from '../tenant/create-tenant.ts';

/** Values of the sandbox for a parameter (`path.sellerId`) or a member of bodies (`body.orderUuid`). */
export type KnownValues = readonly {
  readonly parameter: string;
  readonly values: readonly unknown[];
  /** How often they are used instead of generated values. */
  readonly share: number;
  /** Where; everywhere without them. */
  readonly operations?: readonly string[];
}[];

type Item = Readonly<Record<string, unknown>>;

const USUALLY = 0.9;
const OFTEN = 0.6;

const readList = async (url: string, path: string, token: string): Promise<readonly Item[]> =>
  ((await call(url, 'GET', path, { token })) as { readonly data: readonly Item[] }).data;

const pick = (items: readonly Item[], member: string): readonly unknown[] => items.map((item) => item[member]);

export const findValuesOfApi = async (url: string, token: string): Promise<KnownValues> => {
  const { authorizedPartners } = (await call(url, 'GET', '/v1/me', { token })) as {
    readonly authorizedPartners: readonly string[];
  };
  const base = `/v1/partners/${authorizedPartners[0] ?? ''}`;
  const write = async (path: string, body?: unknown): Promise<Item> =>
    (await call(url, 'POST', path, { token, body, key: randomUUID() })) as Item;
  const buyers = pick(await readList(url, `${base}/buyers`, token), 'uuid');
  const prospects = pick(await readList(url, `${base}/prospects`, token), 'uuid');
  const orders = await readList(url, '/v1/orders', token);
  const ids = pick(orders, 'uuid');
  const vins = orders.flatMap((order) => pick(order['vins'] as readonly Item[], 'vin'));
  const documents: Item[] = [];
  for (const id of ids)
    documents.push(...(await readList(url, `${base}/orders/${String(id)}/documents`, token).catch(() => [])));
  const hook = await write('/v1/webhooks', { url: 'https://receiver.example/', events: ['compliance.*'] });
  const test = { eventType: 'compliance.status_changed', data: {} };
  await write(`/v1/webhooks/${String(hook['id'])}/test`, test);
  const deliveries = pick(await readList(url, `/v1/webhooks/${String(hook['id'])}/deliveries`, token), 'id');
  const invited = await write(`${base}/prospects/self-service-invitations`, {});
  return [
    { parameter: 'path.sellerId', values: authorizedPartners, share: USUALLY },
    { parameter: 'path.buyerId', values: buyers, share: USUALLY },
    { parameter: 'body.buyerId', values: buyers, share: USUALLY },
    { parameter: 'path.uuid', values: ids, share: USUALLY },
    { parameter: 'body.orderUuid', values: ids, share: USUALLY },
    { parameter: 'query.vin', values: vins, share: OFTEN },
    { parameter: 'path.deliveryId', values: deliveries, share: OFTEN },
    { parameter: 'path.token', values: [String(invited['url']).split('/').at(-1)], share: OFTEN },
    { parameter: 'path.uuid', values: prospects, share: USUALLY, operations: ['getProspect'] },
    { parameter: 'path.id', values: buyers, share: USUALLY, operations: ['createKycInvitation'] },
    {
      parameter: 'path.id',
      values: pick(documents, 'id'),
      share: USUALLY,
      operations: ['getDocument', 'updateDocument', 'downloadDocument'],
    },
    {
      parameter: 'path.id',
      values: [hook['id']],
      share: OFTEN,
      operations: ['getWebhook', 'updateWebhook', 'listWebhookDeliveries', 'replayWebhookDelivery', 'testWebhook'],
    },
  ];
};

export const findValuesOfControlApi = async (
  url: string,
  { sandbox, clientId, token, buyer }: Tenant,
): Promise<KnownValues> => {
  const orders = await readList(url, '/v1/orders', token);
  const scenarios = await readList(url, `/__admin/scenarios?sandbox=${sandbox}`, ADMIN_TOKEN);
  const show = (await call(url, 'GET', `/__admin/show?sandbox=${sandbox}`, { token: ADMIN_TOKEN })) as Item;
  const storyboards = pick(show['storyboards'] as readonly Item[], 'name');
  const simulators = await readList(url, '/__admin/simulators', ADMIN_TOKEN);
  const doomed: unknown[] = [];
  for (let left = 20; left > 0; left--) {
    const created = await call(url, 'POST', '/__admin/sandboxes', { token: ADMIN_TOKEN, body: { fixtures: false } });
    doomed.push((created as Item)['id']);
  }
  const links: unknown[] = [];
  for (let left = 3; left > 0; left--) {
    const body = { name: `Link ${String(left)}` };
    links.push(((await call(url, 'POST', '/__admin/visitor-links', { token: ADMIN_TOKEN, body })) as Item)['id']);
  }
  const requests = await readList(url, `/__admin/requests?sandbox=${sandbox}`, ADMIN_TOKEN);
  return [
    { parameter: 'query.sandbox', values: [sandbox], share: USUALLY },
    { parameter: 'path.clientId', values: [clientId], share: OFTEN },
    { parameter: 'body.orderUuid', values: pick(orders, 'uuid'), share: USUALLY },
    { parameter: 'body.buyerUuid', values: [buyer], share: USUALLY },
    {
      parameter: 'path.name',
      values: pick(scenarios, 'name'),
      share: USUALLY,
      operations: ['getScenario', 'activateScenario', 'deactivateScenario', 'getVerdict'],
    },
    { parameter: 'query.storyboard', values: storyboards, share: USUALLY, operations: ['getShow'] },
    { parameter: 'body.storyboard', values: storyboards, share: USUALLY, operations: ['startShow'] },
    {
      parameter: 'path.id',
      values: links,
      share: USUALLY,
      operations: ['extendVisitorLink', 'revokeVisitorLink'],
    },
    { parameter: 'path.name', values: pick(simulators, 'name'), share: USUALLY, operations: ['runSimulator'] },
    {
      parameter: 'path.id',
      values: pick(requests, 'id'),
      share: USUALLY,
      operations: ['getRequest', 'explainRequest'],
    },
    { parameter: 'path.id', values: [sandbox], share: OFTEN, operations: ['getSandbox'] },
    // The sandbox that all other calls need is not to be deleted.
    { parameter: 'path.id', values: doomed, share: 1, operations: ['deleteSandbox'] },
  ];
};
