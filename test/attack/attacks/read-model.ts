import { randomUUID } from 'node:crypto';
import type { Attack, Stage } from '../attack.ts';
import type { Tenant } from '../tenant/create-tenant.ts';
import { toVin } from '../tenant/order.ts';
import { postOrder } from '../tenant/post-order.ts';

/** Bytes of a state that the server takes, and of one that does not keep the short form waiting. */
const STATE = 15.5 * 1_048_576;
const SHORT_STATE = 6 * 1_048_576;

const MOST_ORDERS = 12_000;
const BUYERS = 2000;
const JOBS = 2000;

interface Document {
  readonly id: string;
  readonly position: number;
  readonly value: Record<string, unknown>;
  readonly keys: readonly { readonly name: string; readonly text: string }[];
}

interface State {
  readonly collections: Record<string, { last: number; documents: Document[] }>;
  checksum?: string;
}

const createOrder = async ({ prepare, expectStatuses }: Stage, tenant: Tenant, vins: number): Promise<string> => {
  const created = await postOrder({ send: prepare }, tenant, `READ-${String(vins)}`, vins);
  expectStatuses([created], [201]);
  return (JSON.parse(created.text) as { uuid: string }).uuid;
};

/** Another document with the same text but for its ids, in the keys as in the value. */
const copyOf = (
  text: string,
  position: number,
  rename: readonly (readonly [string | RegExp, string | (() => string)])[],
) => {
  const renamed = rename.reduce((former, [from, to]) => former.replaceAll(from, to as string), text);
  return { ...(JSON.parse(renamed) as Document), position };
};

/** Copies of a document until the state is full. */
const multiply = (
  collection: { last: number; documents: Document[] },
  model: Document,
  { most, bytes }: { readonly most: number; readonly bytes: number },
  rename: (index: number) => Parameters<typeof copyOf>[2],
): void => {
  const text = JSON.stringify(model);
  const count = Math.min(most, Math.floor(bytes / (text.length + 20)));
  for (let index = 1; index <= count; index++)
    collection.documents.push(copyOf(text, ++collection.last, [[model.id, randomUUID()], ...rename(index)]));
};

const modelIn = ({ documents }: { readonly documents: readonly Document[] }, id: string): Document => {
  const model = documents.find((document) => document.id === id);
  if (model === undefined) throw new Error(`the state has no ${id}`);
  return model;
};

/** Jobs of a day that is far away. */
const addJobs = ({ collections }: State): void => {
  const { jobs } = collections;
  const model = jobs?.documents[0];
  if (jobs === undefined || model === undefined) return;
  for (let index = 0; index < JOBS; index++) {
    const id = `${String(model.value['id'])}/${String(index)}`;
    const value = { ...model.value, id, dueAt: Number(model.value['dueAt']) + 86_400_000 + index };
    const keys = [{ name: 'due', text: String(value.dueAt).padStart(16, '0') }];
    jobs.documents.push({ id, position: ++jobs.last, value, keys });
  }
};

/** A sandbox as full as an import may make it of one buyer's orders with so many VINs; the first one, of 500 VINs. */
export const fill = async (
  stage: Stage,
  vins: number,
  most = MOST_ORDERS,
): Promise<Tenant & { readonly order: string }> => {
  const tenant = await stage.createTenant();
  const order = await createOrder(stage, tenant, vins);
  const exported = await stage.prepare({ path: '/__admin/state', token: tenant.token });
  stage.expectStatuses([exported], [200]);
  const state = JSON.parse(exported.text) as State;
  delete state.checksum;
  const { orders, buyers } = state.collections;
  if (orders === undefined || buyers === undefined) throw new Error('the state has no orders');
  let left = (stage.isShort ? SHORT_STATE : STATE) - exported.text.length;
  if (vins === 1) {
    const model = modelIn(buyers, tenant.buyer);
    multiply(buyers, model, { most: BUYERS, bytes: left }, (index) => [['DE100', `DE${String(100_000_000 + index)}`]]);
    left -= JSON.stringify(buyers).length;
    addJobs(state);
  }
  const model = modelIn(orders, order);
  multiply(orders, model, { most, bytes: left - JOBS * 200 }, (index) => {
    let vin = index * 1000;
    return [
      [`READ-${String(vins)}`, `COPY-${String(index)}`],
      [/WVW[A-Z0-9]{14}/g, vins === 1 ? toVin(vin) : () => toVin(index * 1000 + (vin++ % vins))],
    ];
  });
  const imported = await stage.prepare({
    method: 'PUT',
    path: '/__admin/state',
    token: tenant.token,
    json: state,
  });
  stage.expect(imported.status === 200, `the state was not taken: ${imported.text.slice(0, 600)}`);
  stage.note(`${String(orders.documents.length)} orders of ${String(vins)} VINs`);
  await stage.lookAt();
  return { ...tenant, order };
};

const readsOf = ({ seller, buyer, order }: Tenant & { readonly order: string }): readonly string[] => [
  '/records/orders',
  '/records/orders?limit=100&page=100000',
  '/records/orders?limit=100&status=CREATED',
  '/records/orders?status=CREATED&status=COMPLIANCE_VALID',
  '/records/orders?q=nothing-is-called-so',
  `/records/orders?seller=${seller}&q=wvw`,
  `/records/orders/${order}`,
  `/orders/${order}/next`,
  '/records/buyers?limit=100',
  '/records/buyers?q=nothing-is-called-so',
  `/records/buyers/${buyer}`,
  '/records/jobs?limit=100',
  '/records?search=nothing-is-called-so',
  '/simulators',
  '/description',
];

const readAll = async (stage: Stage, tenant: Tenant & { readonly order: string }): Promise<void> => {
  const { token } = tenant;
  for (const path of readsOf(tenant)) {
    stage.expectStatuses([await stage.send({ path: `/__admin${path}`, token })], [200]);
    await note(stage, path.replace(tenant.order, 'ID').replace(tenant.buyer, 'ID').replace(tenant.seller, 'ID'));
  }
  const gone = await stage.send({
    method: 'POST',
    path: `/__admin/orders/${tenant.order}/goto`,
    token,
    json: { status: 'COMPLIANCE_VALID', wait: false },
  });
  stage.expectStatuses([gone], [200, 409, 429, 503]);
  await note(stage, 'goto');
};

/** Names what held the event loop for long. */
const note = async (stage: Stage, name: string): Promise<void> => {
  const held = await stage.lookAt();
  if (held !== undefined && held.own > LONG) stage.note(`${name} ${held.own.toFixed(0)} ms`);
};

const LONG = 25;

const play = async (stage: Stage): Promise<void> => {
  for (const vins of [500, 1]) {
    const tenant = await fill(stage, vins);
    await readAll(stage, tenant);
    const { token } = tenant;
    const paths = readsOf(tenant).flatMap((path) => [path, path, path]);
    const flood = await Promise.all(paths.map((path) => stage.send({ path: `/__admin${path}`, token })));
    stage.expectStatuses(flood, [200, 429, 503]);
  }
};

export const readModel: Attack = {
  name: 'read-model',
  threat:
    'Lists, details and next moves of thousands of orders, or of orders with 500 VINs, read everything in one go.',
  wanted:
    'What looks at a whole sandbox does it in slices, and counts as two or five control calls; those that wait for the same sandbox share a slice.',
  play,
};

/** The same in a server that keeps its sandboxes in memory. */
export const readModelInMemory: Attack = {
  ...readModel,
  name: 'read-model-in-memory',
  needs: { keepsData: false },
  play,
};
