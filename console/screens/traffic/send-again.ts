import { go } from '../../address/address.ts';
import { showToast } from '../../kit/toast.tsx';
import { type ApiCall, sendToApi } from '../../server/send-to-api.ts';
import { toDraft, withNewKey } from './draft.ts';
import { toExchange } from './exchange-row.tsx';
import type { WholeExchange } from './whole-exchange.ts';

/** Sends the request once more, with a new token and a new Idempotency-Key. */
export const sendAgain = (exchange: WholeExchange): Promise<void> => sendDraft(withNewKey(toDraft(exchange)));

/** Sends a real request to the API, and opens its exchange. */
export const sendDraft = async (draft: ApiCall): Promise<void> => {
  const { status, exchangeId } = await sendToApi(draft);
  showToast(`${draft.method} was answered with ${String(status)}`);
  if (exchangeId !== undefined) go(toExchange(exchangeId));
};
