import type { Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';

/** Registers a webhook endpoint for the events that are emitted below. */
export const registerEndpoint = (stage: Stage, token: string, url: string, key: string): Promise<Outcome> =>
  stage.send({
    method: 'POST',
    path: '/v1/webhooks',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    token,
    body: JSON.stringify({ url, events: ['compliance.*'] }),
  });

/** Emits a sample event in the attacker's sandbox. */
export const emitEvent = (stage: Stage, token: string): Promise<Outcome> =>
  stage.send({
    method: 'POST',
    path: '/__admin/events',
    headers: { 'content-type': 'application/json' },
    token,
    body: JSON.stringify({ type: 'compliance.decision_made' }),
  });
