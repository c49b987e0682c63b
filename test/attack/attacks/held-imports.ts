import type { Attack, Stage } from '../attack.ts';
import { createOrder } from './create-order.ts';
import { held } from './held.ts';

const SIZE = 16 * 1_048_576 - 64;
const IMPORTS = 30;
const ORDERS = 4;
const VINS = 500;

/** Bytes of a state that is within the quota of a sandbox. */
const LARGE = 12 * 1_048_576;
const RECORD = 4096;

const importOf = (token: string, body: string | Uint8Array) => ({
  method: 'PUT',
  path: '/__admin/state',
  headers: { 'content-type': 'application/json' },
  token,
  body,
});

interface State {
  readonly sellers: readonly string[];
  readonly collections: Record<string, object>;
  checksum?: string;
}

/** A valid state: large orders, and records that only lie there. */
const enlarge = (state: State, size: number): Buffer => {
  delete state.checksum;
  const documents = Array.from({ length: Math.floor((LARGE - size) / RECORD) }, (_, index) => ({
    id: String(index),
    position: index + 1,
    value: { text: 'x'.repeat(RECORD - 64) },
    keys: [],
  }));
  state.collections['padding'] = { last: documents.length, documents };
  return Buffer.from(JSON.stringify(state));
};

/** As many tenants with the same sellers, each of which imports the large state of the first. */
const importAtOnce = async (stage: Stage): Promise<void> => {
  const tenant = await stage.createTenant();
  for (let index = 0; index < ORDERS; index++) await createOrder(stage, tenant, VINS);
  const exported = await stage.send({ path: '/__admin/state', token: tenant.token });
  stage.expectStatuses([exported], [200]);
  const state = JSON.parse(exported.text) as State;
  const sellers = state.sellers.map((uuid) => ({ uuid }));
  const body = enlarge(state, exported.text.length);
  const tokens = [tenant.token];
  while (tokens.length < (stage.isShort ? 8 : IMPORTS)) tokens.push((await stage.createTenant({ sellers })).token);
  const outcomes = await Promise.all(tokens.map((token) => stage.send(importOf(token, body))));
  stage.expectStatuses(outcomes, [200, 413, 429, 503]);
  const taken = outcomes.filter(({ status }) => status === 200).length;
  stage.note(`${String(taken)} states of ${(body.byteLength / 1_048_576).toFixed(1)} MiB taken`);
  stage.expect(taken > 0, 'no state was taken: there was no attack');
};

export const heldImports: Attack = {
  name: 'held-imports',
  threat: 'Thirty imports of 16 MiB, each without its last bytes, fill the memory; so do thirty large states at once.',
  wanted: 'A budget of bytes in flight for each tenant and for the server: 413, 429 or 503 for the rest.',
  needs: { alone: true },
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const outcomes = await held(stage, IMPORTS, { ...importOf(token, Buffer.alloc(SIZE, ' ')), keepBack: 64 });
    stage.expectStatuses(outcomes, [400, 413, 422, 429, 503]);
    await importAtOnce(stage);
  },
};
