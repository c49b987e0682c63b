import type { InboxAnswer, Message } from '../../engine/inbox/message.ts';
import type { Judgement } from '../../engine/inbox/judge-signature.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

/** A message in an inbox. */
export interface ShownMessage {
  /** Consecutive number of the message, from 1. */
  readonly number: number;
  readonly receivedAt: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The exact body: text, or base64 if it is not text. */
  readonly body: string;
  readonly encoding: 'text' | 'base64';
  readonly signature: {
    readonly verdict: Judgement['verdict'];
    readonly webhookId: string | null;
    readonly reason: Judgement['reason'];
  };
  readonly answered: InboxAnswer;
}

export const toShownMessage = ({
  number,
  receivedAt,
  headers,
  body,
  answered,
  judgement,
}: Message<Judgement>): ShownMessage => ({
  number,
  receivedAt: toIsoDateTime(receivedAt),
  headers: headers.map(([name, value]) => ({ name, value })),
  ...showBody(body),
  signature: {
    verdict: judgement.verdict,
    webhookId: judgement.webhookId ?? null,
    reason: judgement.reason,
  },
  answered,
});

const showBody = (body: Uint8Array): Pick<ShownMessage, 'body' | 'encoding'> => {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), encoding: 'text' };
  } catch {
    return { body: Buffer.from(body).toString('base64'), encoding: 'base64' };
  }
};
