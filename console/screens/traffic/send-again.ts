import type { WholeExchange } from '../../../src/generated/control-schemas.ts';
import { go } from '../../address/address.ts';
import { showToast } from '../../kit/toast.tsx';
import { type ApiRequest, sendAsClient } from '../../server/api-request.ts';
import { toDraft, withNewKey } from './draft.ts';
import { toExchange } from './exchange-row.tsx';

/** Sends the request once more, with a new token and a new Idempotency-Key. */
export const sendAgain = (exchange: WholeExchange): Promise<void> => sendDraft(withNewKey(toDraft(exchange)));

/** Sends a real request to the API, and opens its exchange. */
export const sendDraft = async (draft: ApiRequest): Promise<void> => {
  const { status, requestId } = await sendAsClient(draft);
  showToast(`${draft.method} was answered with ${String(status)}`);
  if (requestId !== undefined) go(toExchange(requestId));
};
