import type { OwnInboxes } from './own-inboxes.ts';
import { type InboxContents, MOST_INBOXES, type InboxAnswer, type Message } from '../../engine/inbox/inboxes.ts';
import type { Judgement } from '../../engine/inbox/judge-signature.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';

/** The server's own webhook receivers, per sandbox. */
export interface SandboxInboxes {
  readonly list: (sandbox: Sandbox) => Promise<readonly (ShownInbox & { readonly kept: number })[]>;
  /** An inbox that has received nothing is shown as empty. */
  readonly show: (
    sandbox: Sandbox,
    name: string,
  ) => Promise<ShownInbox & { readonly messages: readonly ShownMessage[] }>;
  /** Oldest first. */
  readonly messages: (sandbox: Sandbox, name: string) => readonly ShownMessage[];
  /** Sets the next responses; 507 if there are too many inboxes. */
  readonly program: (sandbox: Sandbox, name: string, answers: readonly InboxAnswer[]) => void;
  readonly remove: (sandbox: Sandbox, name: string) => void;
  readonly urlOf: OwnInboxes['urlOf'];
}

interface ShownInbox {
  readonly name: string;
  readonly url: string;
  readonly answers: readonly InboxAnswer[];
  readonly received: number;
}

export const createSandboxInboxes = (inboxes: Pick<OwnInboxes, 'of' | 'urlOf'>): SandboxInboxes => {
  const own = (sandbox: Sandbox) => inboxes.of(sandbox.organization);

  const summarize = async (
    sandbox: Sandbox,
    { name, answers, received }: InboxContents<Judgement>,
  ): Promise<ShownInbox> => ({ name, url: await inboxes.urlOf(sandbox, name), answers, received });

  const messages: SandboxInboxes['messages'] = (sandbox, name) => own(sandbox).show(name).messages.map(toShownMessage);

  return {
    list: async (sandbox) => {
      const data: (ShownInbox & { readonly kept: number })[] = [];
      for (const contents of own(sandbox).list())
        data.push({ ...(await summarize(sandbox, contents)), kept: contents.messages.length });
      return data;
    },
    show: async (sandbox, name) => {
      const contents = own(sandbox).show(name);
      return { ...(await summarize(sandbox, contents)), messages: contents.messages.map(toShownMessage) };
    },
    messages,
    program: (sandbox, name, answers) => {
      if (own(sandbox).program(name, answers)) return;
      throw problem('storage-full', {
        detail: `This sandbox has ${String(MOST_INBOXES)} inboxes, which is the maximum: delete one you do not need.`,
      });
    },
    remove: (sandbox, name) => {
      own(sandbox).remove(name);
    },
    urlOf: inboxes.urlOf,
  };
};

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

const toShownMessage = ({
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
