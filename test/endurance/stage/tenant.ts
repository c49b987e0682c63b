import { sampleBuyer } from '../../support/sample-order.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { toOrder } from '../../attack/tenant/order.ts';
import { type Answer, type Sent, type Traffic, toEnd } from './traffic.ts';

/** A sandbox with one client, whose budgets nobody meets. */
export interface Tenant {
  readonly sandbox: string;
  readonly seller: string;
  readonly buyer: string;
  /** Valid for the next minutes, whatever became of the server that has given it. */
  readonly token: () => Promise<string>;
  /** With the client's token. */
  readonly send: (sent: Sent) => Promise<Answer>;
  readonly untilAnswered: (sent: Sent) => Promise<Answer>;
  /** The request of an order with its own key. */
  readonly order: (name: string, vin?: number) => Sent;
  /** Registers a webhook endpoint for {@link event}. */
  readonly follow: (url: string) => Promise<void>;
  /** The request of an event about an order, with its own key. */
  readonly event: (orderUuid: string) => Sent;
}

/** Tokens last for five minutes. */
const TOKEN_AGE = 120_000;

const MOST_RENEWALS = 300;
/** Milliseconds. */
const PAUSE = 200;

/** Begins what our orders are called, and none of those that a sandbox begins with. */
export const OURS = 'endure-';

let made = 0;

export const createTenant = async (traffic: Traffic): Promise<Tenant> => {
  const ask = async (sent: Sent): Promise<Record<string, unknown>> => {
    const answer = await traffic.untilAnswered(sent);
    if (answer.status === undefined || answer.status >= 300) throw new Error(`${sent.path}: ${toEnd(answer)}`);
    return JSON.parse(answer.text) as Record<string, unknown>;
  };
  const created = await ask({ method: 'POST', path: '/__admin/sandboxes', body: { rateLimitTier: 'ENTERPRISE' } });
  const { id: sandbox, clientId } = created as { readonly id: string; readonly clientId: string };
  const [seller = ''] = created['sellers'] as string[];
  let held: { readonly text: string; readonly at: number } | undefined;
  let renewing: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const path = `/__admin/clients/${clientId}/access-token?sandbox=${sandbox}`;
    const { accessToken } = (await ask({ method: 'POST', path })) as { readonly accessToken: string };
    held = { text: accessToken, at: performance.now() };
    return accessToken;
  };
  const token = (): Promise<string> => {
    if (held !== undefined && performance.now() - held.at < TOKEN_AGE) return Promise.resolve(held.text);
    renewing ??= renew().finally(() => (renewing = undefined));
    return renewing;
  };
  const body = sampleBuyer();
  const key = `buyer-${String(++made)}`;
  const buyer = await ask({
    ...{ method: 'POST', path: `/v1/partners/${seller}/buyers`, body, key },
    token: await token(),
  });
  const uuid = buyer['uuid'] as string;
  let vins = 0;
  let endpoint = '';
  const untilAnswered: Tenant['untilAnswered'] = async (sent) => {
    for (let renewals = 0; ; renewals++) {
      const answer = await traffic.untilAnswered({ ...sent, token: await token() });
      if (answer.status !== 401 || renewals === MOST_RENEWALS) return answer;
      // While the clock of the sandbox is moved by a month, tokens end as soon as they are there.
      held = undefined;
      await sleep(PAUSE);
    }
  };
  return {
    sandbox,
    seller,
    buyer: uuid,
    token,
    send: async (sent) => traffic.send({ ...sent, token: await token() }),
    untilAnswered,
    follow: async (receiver) => {
      const events = ['compliance.decision_made'];
      const wish = { method: 'POST', path: '/v1/webhooks', key: 'endpoint', body: { url: receiver, events } };
      const answer = await untilAnswered(wish);
      if (answer.status !== 201) throw new Error(`no webhook endpoint: ${toEnd(answer)}`);
      endpoint = (JSON.parse(answer.text) as { readonly id: string }).id;
    },
    event: (orderUuid) => ({
      method: 'POST',
      path: `/v1/webhooks/${endpoint}/test`,
      key: `event-${orderUuid}`,
      body: { eventType: 'compliance.decision_made', data: { orderUuid, decision: 'VALID_EXPORT' } },
    }),
    order: (name, number = vins++) => ({
      method: 'POST',
      path: `/v1/partners/${seller}/orders`,
      key: `order-${name}`,
      body: toOrder(uuid, OURS + name, 1, number),
    }),
  };
};
