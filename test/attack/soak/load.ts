import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../network/send.ts';
import { ADMIN_TOKEN } from '../server/start-server.ts';
import { type Tenant, call, createBuyer, createTenant, fetchToken } from '../tenant/create-tenant.ts';
import { toOrder } from '../tenant/order.ts';

export interface Load {
  /** Everything at once until then; settles when the last answer has come. */
  readonly run: (until: number) => Promise<void>;
  readonly requests: () => number;
  readonly faults: () => readonly string[];
}

const TENANTS = 3;
/** Milliseconds between two requests of a tenant: a load, not a flood. */
const PACE = 8;
/** Turns of a tenant between two resets. */
const LAP = 400;
const TOKEN_AGE = 120_000;
/** What is right for some call here, and 429 or 503 where a limit is met. */
const FINE = [200, 201, 202, 204, 304, 409, 429, 503, 507];

interface Lane {
  tenant: Tenant;
  turn: number;
  fetchedAt: number;
}

const SCENARIO = `scenario: soak
steps:
  - { on: createOrder, nth: 3, reply: { problem: internal-error } }
timeline:
  - { at: PT1M, organization: { rateLimitTier: HIGH_VOLUME } }
`;

/** What a tenant does, one call after the other: the API, webhooks to an inbox of its own, scenarios, resets. */
const callOf = ({ tenant, turn }: Lane): readonly [string, string, unknown?] => {
  const { seller, buyer } = tenant;
  const lap = turn % LAP;
  if (lap === 0) return ['POST', '/__admin/reset'];
  if (lap === 1) return ['POST', '/__admin/scenarios', SCENARIO];
  if (lap === 2) return ['POST', '/__admin/scenarios/soak/activate'];
  if (lap === 3)
    return ['POST', '/v1/webhooks', { url: 'https://stub.example/__inbox/soak', events: ['compliance.*'] }];
  if (lap === 4) return ['PUT', '/__admin/inbox/soak', { answers: [500, 200] }];
  if (lap === LAP / 2) return ['POST', '/__admin/scenarios/soak/deactivate'];
  if (lap === LAP / 2 + 1) return ['PUT', '/__admin/state/snapshots/soak'];
  if (lap === LAP / 2 + 2) return ['POST', '/__admin/state/snapshots/soak/restore'];
  if (lap === LAP / 2 + 3) return ['GET', '/__admin/state'];
  if (lap % 50 === 10) return ['POST', '/__admin/clock/advance', { by: 'PT1H' }];
  switch (turn % 8) {
    case 0:
      return ['POST', `/v1/partners/${seller}/orders`, toOrder(buyer, `SOAK-${String(turn)}`, 2, turn * 2)];
    case 1:
      return ['POST', '/__admin/events', { type: 'compliance.decision_made' }];
    case 2:
      return ['GET', '/v1/orders'];
    case 3:
      return ['GET', '/__admin/requests?limit=20'];
    case 4:
      return ['GET', '/v1/webhooks'];
    case 5:
      return ['GET', '/__admin/deliveries'];
    default:
      return ['GET', '/v1/me'];
  }
};

export const createLoad = async (url: string): Promise<Load> => {
  const lanes: Lane[] = [];
  for (let count = 0; count < TENANTS; count++)
    lanes.push({ tenant: await createTenant(url), turn: 0, fetchedAt: performance.now() });
  let requests = 0;
  const strange = new Map<string, number>();

  const turn = async (lane: Lane): Promise<void> => {
    if (performance.now() - lane.fetchedAt > TOKEN_AGE || lane.turn % 50 === 11) {
      // The clock of the sandbox was moved: its tokens have expired.
      const { clientId, clientSecret } = lane.tenant;
      lane.tenant = { ...lane.tenant, token: await fetchToken(url, clientId, clientSecret) };
      lane.fetchedAt = performance.now();
    }
    const [method, path, body] = callOf(lane);
    const isText = typeof body === 'string';
    const outcome = await send(url, {
      method,
      path,
      token: lane.tenant.token,
      headers: {
        ...(body === undefined ? {} : { 'content-type': isText ? 'application/yaml' : 'application/json' }),
        ...(method === 'POST' && path.startsWith('/v1/') ? { 'idempotency-key': `soak-${String(lane.turn)}` } : {}),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    if (path === '/__admin/reset' && outcome.status !== undefined && outcome.status < 300) {
      // Its buyer went with the reset.
      const { clientId, clientSecret, seller } = lane.tenant;
      const token = await fetchToken(url, clientId, clientSecret);
      lane.tenant = { ...lane.tenant, token, buyer: await createBuyer(url, token, seller) };
    }
    lane.turn++;
    requests++;
    // Between a step of the clock and the next token, 401 is right.
    if (outcome.status === 401) lane.fetchedAt = -Infinity;
    else if (!FINE.includes(outcome.status ?? 0) && !isPlanned(outcome.text)) {
      const name = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '...')} gave ${String(outcome.status ?? outcome.end)}`;
      strange.set(name, (strange.get(name) ?? 0) + 1);
    }
    await sleep(PACE);
  };

  return {
    run: async (until) => {
      await Promise.all(
        lanes.map(async (lane) => {
          while (performance.now() < until) await turn(lane);
        }),
      );
      // A sandbox that comes and goes.
      const { sandbox } = await createTenant(url);
      await call(url, 'DELETE', `/__admin/sandboxes/${sandbox}`, { token: ADMIN_TOKEN });
    },
    requests: () => requests,
    faults: () => [...strange].map(([name, count]) => `${name}, ${String(count)} times`),
  };
};

/** The scenario's own refusal. */
const isPlanned = (text: string): boolean => text.includes('/problems/internal-error');
