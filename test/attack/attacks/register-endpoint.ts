import type { Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';

/** Registers a webhook endpoint for the events that are emitted below. */
export const registerEndpoint = (stage: Stage, token: string, url: string, key: string): Promise<Outcome> =>
  stage.send({
    method: 'POST',
    path: '/v1/webhooks',
    key,
    token,
    json: { url, events: ['compliance.*'] },
  });

/** Emits a sample event in the attacker's sandbox. */
export const emitEvent = (stage: Stage, token: string): Promise<Outcome> =>
  stage.send({ method: 'POST', path: '/__admin/events', token, json: { type: 'compliance.decision_made' } });
