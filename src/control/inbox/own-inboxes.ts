import { alternativeIn } from '../../engine/assumptions/register.ts';
import {
  type Arrival,
  LARGEST_MESSAGE,
  MOST_INBOXES,
  type Message,
  createInboxes,
  findInboxKey,
  needInboxKey,
} from '../../engine/inbox/inboxes.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { LiveState } from '../../engine/sandbox/live-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { SandboxOwner, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import { EVERY_ENDPOINT, goodSecrets, webhookEndpoints } from '../../engine/webhooks/endpoint.ts';
import type { DeliveryInterceptor } from '../../engine/webhooks/sender.ts';
import {
  ASSUMED_PROFILES,
  type ReceivedMessage,
  type SignatureProfile,
  isInTime,
  verify,
} from '../../engine/webhooks/signature.ts';
import type { Inbox, InboxAnswer, InboxMessage } from '../../generated/control-schemas.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/caches.ts';
import { isSameSecret } from '../../kernel/is-same-secret.ts';
import type { MemoryAccount } from '../../kernel/memory-account.ts';
import type { Random } from '../../kernel/random.ts';
import { type InboxAddress, readInboxPath, readInboxUrl, toInboxPath } from './inbox-address.ts';

export type OwnInboxes = ReturnType<typeof createOwnInboxes>;

/** What an inbox answers: with the number of the message, unless the inbox has not taken it (404, 413, 507). */
export interface Received {
  readonly answered: InboxAnswer;
  readonly number?: number;
}

/** The server's own webhook receivers: the inboxes of all sandboxes, and their addresses. */
export const createOwnInboxes = (parts: {
  /** How the server signs, unless a sandbox assumes otherwise. */
  readonly profile: SignatureProfile;
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
}) => {
  const { origin, rootOf, owners, sandboxes, usual, drawKey, wall, memory } = parts;
  const byOrganization = new Map<string, ReturnType<typeof createInboxes>>();

  const of = (organization: string): ReturnType<typeof createInboxes> =>
    getOrInsert(byOrganization, organization, () => createInboxes(memory));

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
    return known !== undefined && isSameSecret(known, key) ? sandbox : undefined;
  };

  /** The inbox that a URL of this server names; undefined for any other URL. */
  const readUrl = (url: string): InboxAddress | undefined => readInboxUrl(url, rootOf(url));

  /**
   * Verifies a message as a correct receiver would, with the secrets of the endpoints with this address, in any spelling:
   * each sandbox has its own short ones.
   */
  const judge = async (
    sandbox: Sandbox,
    { name, sandbox: named = sandbox.id }: InboxAddress,
    post: ReceivedMessage,
  ): Promise<Message['judgement']> => {
    const { endpoints: all, now } = await sandbox.read((reading) => ({
      endpoints: reading.findAll(webhookEndpoints, EVERY_ENDPOINT),
      now: reading.now,
    }));
    const endpoints = all.filter(({ url }) => {
      const other = readUrl(url) ?? (URL.canParse(url) ? readInboxPath(new URL(url).pathname) : undefined);
      return other?.name === name && (other.sandbox ?? sandbox.id) === named;
    });
    const profile = alternativeIn(sandbox.assumed, ASSUMED_PROFILES, parts.profile);
    if (endpoints.length === 0)
      return {
        verdict: 'unknown',
        reason: 'no webhook endpoint of this sandbox has this URL, so there is no secret to verify with',
      };
    let isMissing = false;
    for (const { id: webhookId, secrets } of endpoints) {
      const verdict = verify(profile, goodSecrets(secrets, now), post);
      isMissing ||= verdict.kind === 'missing';
      if (verdict.kind !== 'signed') continue;
      const { secret, timestamp } = verdict;
      const by = `signed with the ${secret === 0 ? 'secret' : 'former secret'} of ${webhookId}`;
      if (timestamp === undefined) return { verdict: 'valid', webhookId, reason: `${by}, without a time stamp` };
      const reason = `${by} at ${toIsoDateTime(timestamp)}`;
      const wallNow = wall.now();
      if (isInTime(timestamp, wallNow)) return { verdict: 'valid', webhookId, reason };
      return timestamp < wallNow
        ? { verdict: 'stale', webhookId, reason: `${reason}, more than five minutes ago` }
        : { verdict: 'future', webhookId, reason: `${reason}, more than five minutes ahead` };
    }
    if (isMissing)
      return {
        verdict: 'missing',
        reason: `no signature in the format of the profile ${profile.name} (${Object.keys(profile.headers).join(', ')})`,
      };
    const names = endpoints.map(({ id }) => id).join(', ');
    return {
      verdict: 'invalid',
      reason: `it matches no secret of ${names}: it was signed with another secret, or the body was changed`,
    };
  };

  /** URL to register as a webhook endpoint. It identifies and unlocks the inbox; only the control API returns it. */
  const urlOf = async (sandbox: Sandbox, name: string): Promise<string> => {
    const isShort = sandbox.id === usual?.sandbox;
    const key = isShort ? undefined : await needInboxKey(sandbox, drawKey);
    return origin() + toInboxPath({ name, sandbox: isShort ? undefined : sandbox.id, key });
  };

  /** For a sender inside the server, a short address means its own inbox. */
  const receive = async (address: InboxAddress, post: ReceivedMessage, sender?: string): Promise<Received> => {
    const sandbox = await findSandbox(address, sender);
    if (sandbox === undefined) return { answered: 404 };
    if (post.body.byteLength > LARGEST_MESSAGE) return { answered: 413 };
    const judgement = await judge(sandbox, address, post);
    const arrival: Arrival = { ...post, receivedAt: wall.now(), judgement };
    return of(sandbox.organization).receive(address.name, arrival) ?? { answered: 507 };
  };

  /** Delivers without a socket, and so without the egress guard, which blocks this machine in hosted mode. */
  const interceptor: DeliveryInterceptor = ({ url, delivery }) => {
    const address = readUrl(url);
    if (address === undefined) return undefined;
    return async ({ headers, body: text }, signal) => {
      signal.throwIfAborted();
      const body = Buffer.from(text);
      // As a socket would have delivered them.
      const received = { host: new URL(url).host, ...headers, 'content-length': String(body.byteLength) };
      const { answered } = await receive(address, { headers: Object.entries(received), body }, delivery?.sandbox);
      // Fails immediately instead of waiting, since the result is known.
      if (answered === 'timeout') return { failure: 'timeout', detail: 'no response in time' };
      if (answered === 'reset') return { failure: 'answer_broken', detail: 'ECONNRESET' };
      return { httpStatus: answered };
    };
  };

  const live: LiveState = {
    name: 'inboxes',
    save: ({ uuid }) => byOrganization.get(uuid)?.live.save(),
    load: ({ uuid }, saved) => {
      byOrganization.get(uuid)?.live.load(undefined);
      byOrganization.delete(uuid);
      if (saved !== undefined) of(uuid).live.load(saved);
    },
    changes: ({ uuid }) => byOrganization.get(uuid)?.live.changes() ?? 0,
  };

  return {
    list: (sandbox: Sandbox) =>
      Promise.all(
        of(sandbox.organization)
          .list()
          .map(async ({ name, answers, received, messages }) => {
            const url = await urlOf(sandbox, name);
            return { name, url, answers, received, kept: messages.length };
          }),
      ),
    /** An inbox that has received nothing is shown as empty. */
    show: async (sandbox: Sandbox, name: string): Promise<Inbox> => {
      const { messages, answers, received } = of(sandbox.organization).show(name);
      return { name, url: await urlOf(sandbox, name), answers, received, messages: messages.map(toShownMessage) };
    },
    /** Oldest first. */
    messages: ({ organization }: Sandbox, name: string): readonly InboxMessage[] =>
      of(organization).show(name).messages.map(toShownMessage),
    /** Sets the next responses; 507 if there are too many inboxes. */
    program: ({ organization }: Sandbox, name: string, answers: readonly InboxAnswer[]): void => {
      if (of(organization).program(name, answers)) return;
      throw problem(
        'storage-full',
        `This sandbox has ${MOST_INBOXES} inboxes, which is the maximum: delete one you do not need.`,
      );
    },
    remove: ({ organization }: Sandbox, name: string): void => {
      of(organization).remove(name);
    },
    urlOf,
    readUrl,
    /** Whether the address names an inbox of a sandbox, for a sender outside the server. */
    exists: async (address: InboxAddress): Promise<boolean> => (await findSandbox(address)) !== undefined,
    receive,
    interceptor,
    live,
  };
};

const toShownMessage = ({ number, receivedAt, headers, body, answered, judgement }: Message): InboxMessage => ({
  number,
  receivedAt: toIsoDateTime(receivedAt),
  headers: headers.map(([name, value]) => ({ name, value })),
  ...showBody(body),
  signature: { webhookId: null, ...judgement },
  answered,
});

/** The exact body: text, or base64 if it is not text. */
const showBody = (body: Uint8Array): Pick<InboxMessage, 'body' | 'encoding'> => {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body), encoding: 'text' };
  } catch {
    return { body: Buffer.from(body).toString('base64'), encoding: 'base64' };
  }
};
