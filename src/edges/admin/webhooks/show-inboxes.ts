import { type InboxAnswer, type InboxContents, MOST_INBOXES, type Message } from '../../../engine/inbox/inboxes.ts';
import type { Judgement } from '../../../engine/inbox/judge-signature.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { type Reply, jsonContent } from '../../../kernel/http.ts';
import type { OwnInboxes } from '../../../control/inbox/own-inboxes.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

const ok = (value: unknown): Reply => ({ status: 200, headers: {}, content: jsonContent(value) });

/** The receivers of webhooks that the server itself has. */
export const showInboxes = (inboxes: Pick<OwnInboxes, 'of' | 'urlOf'>): Behaviours => {
  const own = (exchange: Validated) => inboxes.of(sandboxOf(exchange).organization);
  const nameIn = ({ pathParameters }: Validated): string => pathParameters['name'] ?? '';

  const show = async (exchange: Validated, name: string): Promise<object> => {
    const { messages, ...inbox } = await summarize(exchange, own(exchange).show(name));
    return { ...inbox, messages: messages.map(toShownMessage) };
  };

  const summarize = async (exchange: Validated, contents: InboxContents<Judgement>) => ({
    name: contents.name,
    url: await inboxes.urlOf(sandboxOf(exchange), contents.name),
    answers: contents.answers,
    received: contents.received,
    messages: contents.messages,
  });

  return {
    listInboxes: async (exchange) => {
      const data: object[] = [];
      for (const contents of own(exchange).list()) {
        const { messages, ...inbox } = await summarize(exchange, contents);
        data.push({ ...inbox, kept: messages.length });
      }
      return ok({ data });
    },
    getInbox: async (exchange) => ok(await show(exchange, nameIn(exchange))),
    programInbox: async (exchange) => {
      const { answers } = exchange.input.body as { readonly answers: readonly InboxAnswer[] };
      const name = nameIn(exchange);
      if (!own(exchange).program(name, answers)) throw tooManyInboxes();
      return ok(await show(exchange, name));
    },
    deleteInbox: (exchange) => {
      own(exchange).remove(nameIn(exchange));
      return { status: 204, headers: {} };
    },
  };
};

export const tooManyInboxes = (): Error =>
  problem('storage-full', {
    detail: `This sandbox has ${String(MOST_INBOXES)} inboxes, which is the maximum: delete one you do not need.`,
  });

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
