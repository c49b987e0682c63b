import { go } from '../../address/address.ts';
import { showToast } from '../../kit/toast.tsx';
import { accessToken } from '../../server/access-token.ts';
import { fetchSafely } from '../../server/call.ts';
import { type Draft, toDraft, withNewKey } from './draft.ts';
import type { WholeExchange } from './whole-exchange.ts';
import { toExchange } from './exchange-row.tsx';

/** Sends the request once more, with a new token and a new Idempotency-Key. */
export const sendAgain = (exchange: WholeExchange): Promise<void> => sendDraft(withNewKey(toDraft(exchange)));

/** Sends a real request to the API, and opens its exchange. */
export const sendDraft = async (draft: Draft): Promise<void> => {
  const { method, path, headers, body, clientId } = draft;
  const token = clientId === undefined ? undefined : await accessToken(clientId);
  const response = await fetchSafely(path, {
    method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    credentials: 'omit',
    ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  await response.arrayBuffer();
  const id = response.headers.get('x-mock-request-id');
  showToast(`${method} was answered with ${String(response.status)}`);
  if (id !== null) go(toExchange(id));
};
