import { callOrThrow } from '../call.ts';
import { type Request, withFreshKeys } from '../work.ts';

export const EVENT_TYPE = 'compliance.status_changed';

export const EVENT = {
  orderUuid: '27d5b8e1-90fa-4c63-8b74-3e1a6f0d5c92',
  previousStatus: 'VALID',
  currentStatus: 'INVALID',
  blockers: [],
};

/**
 * Registers a receiver; the request causes one delivery to it, and to nobody else. A test event goes the way of every
 * other: it is kept, signed, sent, tried again when it fails, and listed.
 */
export const toTestFire = async (apiUrl: string, authorization: string, receiver: string): Promise<Request> => {
  const headers = { authorization, 'content-type': 'application/json' };
  const { text } = await callOrThrow(`${apiUrl}/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': receiver },
    body: JSON.stringify({ url: receiver, events: ['compliance.*'] }),
  });
  const { id } = JSON.parse(text) as { id: string };
  return withFreshKeys({
    method: 'POST',
    path: `${new URL(apiUrl).pathname}/webhooks/${id}/test`,
    headers,
    body: JSON.stringify({ eventType: EVENT_TYPE, data: EVENT }),
    status: 202,
  });
};
