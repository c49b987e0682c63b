import { timingSafeEqual } from 'node:crypto';
import { alternativeIn, type Alternatives } from '../../engine/assumptions/register.ts';
import {
  type InboxContents,
  type Inboxes,
  LARGEST_MESSAGE,
  MOST_INBOXES,
  type Message,
  createInboxes,
  findInboxKey,
  needInboxKey,
} from '../../engine/inbox/inboxes.ts';
import { type Judgement, judgeSignature } from '../../engine/inbox/judge-signature.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { LiveState } from '../../engine/sandbox/live-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { SandboxOwner, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { AttemptOutcome } from '../../engine/webhooks/delivery.ts';
import { EVERY_ENDPOINT, webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import type { DeliveryInterceptor, WebhookRequest } from '../../engine/webhooks/sender.ts';
import type { ReceivedMessage, SignatureProfile } from '../../engine/webhooks/signature.ts';
import type { Inbox, InboxAnswer, InboxList, InboxMessage } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Random } from '../../kernel/random.ts';
import { type InboxAddress, readInboxPath, readInboxUrl, toInboxPath } from './inbox-address.ts';

/** The server's own webhook receivers: the inboxes of all sandboxes, and their addresses. */
export interface OwnInboxes {
  readonly list: (sandbox: Sandbox) => Promise<InboxList['data']>;
  /** An inbox that has received nothing is shown as empty. */
  readonly show: (sandbox: Sandbox, name: string) => Promise<Inbox>;
  /** Oldest first. */
  readonly messages: (sandbox: Sandbox, name: string) => readonly InboxMessage[];
  /** Sets the next responses; 507 if there are too many inboxes. */
  readonly program: (sandbox: Sandbox, name: string, answers: readonly InboxAnswer[]) => void;
  readonly remove: (sandbox: Sandbox, name: string) => void;
  /** URL to register as a webhook endpoint. It identifies and unlocks the inbox; only the control API returns it. */
  readonly urlOf: (sandbox: Sandbox, name: string) => Promise<string>;
  /** The inbox that a URL of this server names; undefined for any other URL. */
  readonly readUrl: (url: string) => InboxAddress | undefined;
  /** Whether the address names an inbox of a sandbox, for a sender outside the server. */
  readonly exists: (address: InboxAddress) => Promise<boolean>;
  /**
   * Stores the message and returns the response. For a sender inside the server, a short address means its own inbox.
   */
  readonly receive: (address: InboxAddress, post: ReceivedMessage, sender?: string) => Promise<Received>;
  readonly live: LiveState;
}

export type Received =
  | { readonly kind: 'kept'; readonly message: Message }
  /** Unknown inbox; body too large; too many inboxes. */
  | { readonly kind: 'unknown' | 'too-large' | 'full' };

export const createOwnInboxes = (parts: {
  /** How the server signs, and sandboxes that assume otherwise. */
  readonly profile: SignatureProfile;
  readonly assumedProfiles: Alternatives<SignatureProfile>;
  /** The clock that time stamps are compared with. */
  readonly wall: Pick<Clock, 'now'>;
  /** Origin of this server, without a trailing slash; known once it listens. */
  readonly origin: () => string;
  /** Root of a URL of this server, in any spelling; undefined for other URLs. */
  readonly rootOf: (url: string) => string | undefined;
  readonly owners: { readonly findBySandbox: (sandbox: string) => SandboxOwner | undefined };
  readonly sandboxes: () => Pick<Sandboxes, 'of'>;
  /** Owner of the short addresses; undefined in hosted mode, where strangers could guess them. */
  readonly usual: SandboxOwner | undefined;
  readonly drawKey: (random: Random) => string;
  /** What the messages of all sandboxes may keep. */
  readonly memory: MemoryAccount;
}): OwnInboxes => {
  const { origin, rootOf, owners, sandboxes, usual, drawKey, wall, memory } = parts;
  const byOrganization = new Map<string, Inboxes>();

  const of = (organization: string): Inboxes => {
    let inboxes = byOrganization.get(organization);
    if (inboxes === undefined) byOrganization.set(organization, (inboxes = createInboxes(memory)));
    return inboxes;
  };

  /** The response for an unknown sandbox is the same as for a wrong key. */
  const findSandbox = async ({ sandbox: name, key = '' }: InboxAddress, sender?: string) => {
    if (name === undefined) {
      const own = sender === undefined ? usual : owners.findBySandbox(sender);
      return own === undefined ? undefined : sandboxes().of(own);
    }
    const owner = owners.findBySandbox(name);
    if (owner === undefined) return undefined;
    const sandbox = await sandboxes().of(owner);
    const known = await findInboxKey(sandbox);
    return known !== undefined && isEqual(known, key) ? sandbox : undefined;
  };

  const readUrl = (url: string): InboxAddress | undefined => readInboxUrl(url, rootOf(url));

  const isShort = (sandbox: string): boolean => sandbox === usual?.sandbox;

  /** Compares addresses in any spelling: each sandbox has its own short addresses. */
  const isSame = (one: InboxAddress, other: InboxAddress, sandbox: Sandbox): boolean =>
    one.name === other.name && (one.sandbox ?? sandbox.id) === sandbox.id;

  const judge = async (sandbox: Sandbox, address: InboxAddress, post: ReceivedMessage): Promise<Judgement> => {
    const { endpoints, now } = await sandbox.read((reading) => ({
      endpoints: reading.findAll(webhookEndpoints, EVERY_ENDPOINT),
      now: reading.now,
    }));
    const pointingHere = endpoints.filter(({ url }) => {
      const other = readUrl(url) ?? (URL.canParse(url) ? readInboxPath(new URL(url).pathname) : undefined);
      return other !== undefined && isSame(other, address, sandbox);
    });
    const profile = alternativeIn(sandbox.assumed, parts.assumedProfiles, parts.profile);
    return judgeSignature(post, pointingHere, now, { profile, wall });
  };

  const urlOf: OwnInboxes['urlOf'] = async (sandbox, name) => {
    const key = isShort(sandbox.id) ? undefined : await needInboxKey(sandbox, drawKey);
    return origin() + toInboxPath({ name, sandbox: key === undefined ? undefined : sandbox.id, key });
  };

  const summarize = async (sandbox: Sandbox, { name, answers, received }: InboxContents) => ({
    name,
    url: await urlOf(sandbox, name),
    answers,
    received,
  });

  const messages: OwnInboxes['messages'] = ({ organization }, name) =>
    of(organization).show(name).messages.map(toShownMessage);

  return {
    list: (sandbox) =>
      Promise.all(
        of(sandbox.organization)
          .list()
          .map(async (contents) => ({ ...(await summarize(sandbox, contents)), kept: contents.messages.length })),
      ),
    show: async (sandbox, name) => ({
      ...(await summarize(sandbox, of(sandbox.organization).show(name))),
      messages: messages(sandbox, name),
    }),
    messages,
    program: ({ organization }, name, answers) => {
      if (of(organization).program(name, answers)) return;
      throw problem('storage-full', {
        detail: `This sandbox has ${String(MOST_INBOXES)} inboxes, which is the maximum: delete one you do not need.`,
      });
    },
    remove: ({ organization }, name) => {
      of(organization).remove(name);
    },
    urlOf,
    readUrl,
    exists: async (address) => (await findSandbox(address)) !== undefined,
    receive: async (address, post, sender) => {
      const sandbox = await findSandbox(address, sender);
      if (sandbox === undefined) return { kind: 'unknown' };
      if (post.body.byteLength > LARGEST_MESSAGE) return { kind: 'too-large' };
      const judgement = await judge(sandbox, address, post);
      const arrival = { ...post, receivedAt: wall.now(), judgement };
      const message = of(sandbox.organization).receive(address.name, arrival);
      return message === undefined ? { kind: 'full' } : { kind: 'kept', message };
    },
    live: {
      name: 'inboxes',
      save: ({ uuid }) => byOrganization.get(uuid)?.live.save(),
      load: ({ uuid }, saved) => {
        byOrganization.get(uuid)?.live.load(undefined);
        byOrganization.delete(uuid);
        if (saved !== undefined) of(uuid).live.load(saved);
      },
      changes: ({ uuid }) => byOrganization.get(uuid)?.live.changes() ?? 0,
    },
  };
};

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const toShownMessage = ({ number, receivedAt, headers, body, answered, judgement }: Message): InboxMessage => {
  const { verdict, webhookId = null, reason } = judgement;
  return {
    number,
    receivedAt: toIsoDateTime(receivedAt),
    headers: headers.map(([name, value]) => ({ name, value })),
    ...showBody(body),
    signature: { verdict, webhookId, reason },
    answered,
  };
};

/** The exact body: text, or base64 if it is not text. */
const showBody = (body: Uint8Array): Pick<InboxMessage, 'body' | 'encoding'> => {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), encoding: 'text' };
  } catch {
    return { body: Buffer.from(body).toString('base64'), encoding: 'base64' };
  }
};

/**
 * Delivers to the server's own inboxes without a socket. Skips the egress guard, which blocks this machine in hosted
 * mode, because no request leaves the process.
 */
export const createInboxInterceptor = (
  inboxes: Pick<OwnInboxes, 'readUrl' | 'receive'>,
  userAgent: string,
): DeliveryInterceptor => ({
  takes: ({ url }) => inboxes.readUrl(url) !== undefined,
  send: async ({ url, headers, body, delivery }, signal) => {
    signal.throwIfAborted();
    const address = inboxes.readUrl(url);
    if (address === undefined) throw new Error('only inboxes are taken');
    const post = { headers: asSent({ url, headers, body }, userAgent), body: Buffer.from(body) };
    return toOutcome(await inboxes.receive(address, post, delivery?.sandbox));
  },
});

/** Headers as a socket would have delivered them. */
const asSent = ({ url, headers, body }: WebhookRequest, userAgent: string): [string, string][] => [
  ['host', new URL(url).host],
  ...Object.entries(headers),
  ['user-agent', userAgent],
  ['content-length', String(Buffer.byteLength(body))],
];

const toOutcome = (received: Received): AttemptOutcome => {
  switch (received.kind) {
    case 'unknown':
      return { httpStatus: 404 };
    case 'too-large':
      return { httpStatus: 413 };
    case 'full':
      return { httpStatus: 507 };
    case 'kept': {
      const { answered } = received.message;
      // Fails immediately instead of waiting, since the result is known.
      if (answered === 'timeout') return { failure: 'timeout', detail: 'no response in time' };
      if (answered === 'reset') return { failure: 'answer_broken', detail: 'ECONNRESET' };
      return { httpStatus: answered };
    }
  }
};
