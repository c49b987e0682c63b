import { hash } from 'node:crypto';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { After, Timer } from '../kernel/timers.ts';
import type { ClientDirectory, KnownClient } from './client-directory.ts';
import { drawSecret } from '../kernel/ids.ts';

/** Who has signed in to the console. */
export type ConsoleUser =
  | { readonly kind: 'operator' }
  | { readonly kind: 'client'; readonly clientId: string }
  | Visitor;

/** A visitor of one sandbox, who has no client's secret: a change of the clients does not end the session. */
export interface Visitor {
  readonly kind: 'visitor';
  readonly sandbox: string;
  /** Distinguishes it from the other visitors of the sandbox; the same when it opens its link again. */
  readonly visit: string;
  /** What a session may do: everything in its sandbox, or only watch it. */
  readonly permission: 'everything' | 'watch';
  /** The link that admitted the visitor; undefined for one who signed up. */
  readonly link?: { readonly id: string; readonly name: string };
}

export interface OpenSession {
  readonly user: ConsoleUser;
  /** Milliseconds until it ends if it is not used. */
  readonly endsIn: number;
  /** Aborts when the session ends: for what goes on beyond a call. */
  readonly end: () => AbortSignal;
}

/** Sessions of the browser console. Only those of replicas, which the database keeps, return promises. */
export interface ConsoleSessions {
  /** Returns the secret of a new session, for its cookie. */
  readonly open: (user: ConsoleUser) => string | Promise<string>;
  /** Undefined for a session that has ended. Finding one counts as its use. */
  readonly find: (secret: string) => OpenSession | undefined | Promise<OpenSession | undefined>;
  readonly end: (secret: string) => void | Promise<void>;
  /** Ends all sessions of visitors who came by this link. */
  readonly endAllOf: (link: string) => void | Promise<void>;
}

const HOUR = 3_600_000;

/** Milliseconds without a call after which a session ends. */
export const LONGEST_IDLE = 8 * HOUR;

/** Milliseconds after which every session ends. */
export const LONGEST_SESSION = 24 * HOUR;

/** Sessions of one organization, or of the operator; a further one ends that which has not been used for longest. */
const MOST_OF_OWNER = 20;

/** Visitors of one sandbox at the same time. */
const MOST_VISITORS = 200;

/** Sessions that the owner of this one may have. */
export const mostOf = ({ kind }: ConsoleUser): number => (kind === 'visitor' ? MOST_VISITORS : MOST_OF_OWNER);

export const MOST_SESSIONS = 10_000;

interface Kept {
  readonly user: ConsoleUser;
  readonly owner: string;
  readonly proof: Proof | undefined;
  readonly startedAt: number;
  usedAt: number;
  /** Undefined while nothing waits for the end of the session. */
  watch: { readonly controller: AbortController; timer: Timer } | undefined;
}

/** What a client was when it signed in; its removal, each change of it, and a rotation of its secret replace one of them. */
interface Proof {
  readonly client: KnownClient;
  readonly digest: string | undefined;
}

const OPERATOR = 'operator';

/** Whose sessions count together. */
export const ownerOf = (user: ConsoleUser, clients: Pick<ClientDirectory, 'find'>): string => {
  if (user.kind === 'operator') return OPERATOR;
  if (user.kind === 'visitor') return `visitors of ${user.sandbox}`;
  return clients.find(user.clientId)?.organization.uuid ?? '';
};

/**
 * Sessions in the memory of one process, on the server's own clock: no step of a sandbox's clock ends one. They are kept
 * as digests, and a restart ends them all.
 */
export const createConsoleSessions = ({
  clients,
  random,
  clock,
  after,
}: {
  readonly clients: ClientDirectory;
  /** Must be unpredictable. */
  readonly random: Pick<Random, 'uint32'>;
  readonly clock: Clock;
  readonly after: After;
}) => {
  /** By the digest of the secret; the one that has not been used for longest comes first. */
  const sessions = new Map<string, Kept>();

  const prove = (user: ConsoleUser): Proof | undefined => {
    const member = user.kind === 'client' ? clients.find(user.clientId) : undefined;
    return member && { client: member.client, digest: clients.secretsOf(member.client.clientId)?.current };
  };

  const drop = (digest: string): void => {
    const watch = sessions.get(digest)?.watch;
    sessions.delete(digest);
    watch?.timer.cancel();
    watch?.controller.abort();
  };

  const isAlive = ({ user, proof, startedAt, usedAt }: Kept): boolean => {
    const now = clock.elapsed();
    if (now - startedAt >= LONGEST_SESSION || now - usedAt >= LONGEST_IDLE) return false;
    if (user.kind === 'operator') return true;
    if (user.kind === 'visitor') return clients.findBySandbox(user.sandbox) !== undefined;
    const present = prove(user);
    return present !== undefined && present.client === proof?.client && present.digest === proof.digest;
  };

  /** Moves the session to the end of the order. */
  const keep = (digest: string, kept: Kept): void => {
    sessions.delete(digest);
    sessions.set(digest, kept);
  };

  const restOf = ({ startedAt, usedAt }: Kept): number =>
    Math.min(usedAt + LONGEST_IDLE, startedAt + LONGEST_SESSION) - clock.elapsed();

  /** Goes off when the session ends unless it is used until then. */
  const wind = (digest: string, kept: Kept): Timer =>
    after(Math.max(restOf(kept), 1), () => {
      if (!isAlive(kept)) drop(digest);
      else if (kept.watch !== undefined) kept.watch.timer = wind(digest, kept);
    });

  const watchEnd = (digest: string, kept: Kept): AbortSignal => {
    kept.watch ??= { controller: new AbortController(), timer: wind(digest, kept) };
    return kept.watch.controller.signal;
  };

  clients.onChange((clientId) => {
    for (const [digest, kept] of sessions) {
      const { user, watch } = kept;
      const isConcerned = user.kind === 'visitor' || (user.kind === 'client' && user.clientId === clientId);
      if (watch !== undefined && isConcerned && !isAlive(kept)) drop(digest);
    }
  });

  /** Ends the sessions that have not been used for longest: of the owner, and of all. */
  const makeRoom = (owner: string, most: number): void => {
    let ofOwner = 0;
    let first: string | undefined;
    for (const [digest, kept] of sessions) {
      if (kept.owner !== owner) continue;
      first ??= digest;
      ofOwner += 1;
    }
    if (first !== undefined && ofOwner >= most) drop(first);
    const [oldest = ''] = sessions.keys();
    if (sessions.size >= MOST_SESSIONS) drop(oldest);
  };

  return {
    open: (user: ConsoleUser): string => {
      const owner = ownerOf(user, clients);
      makeRoom(owner, mostOf(user));
      const secret = drawSecret(random);
      const now = clock.elapsed();
      keep(digestOf(secret), { user, owner, proof: prove(user), startedAt: now, usedAt: now, watch: undefined });
      return secret;
    },
    find: (secret: string): OpenSession | undefined => {
      const digest = digestOf(secret);
      const kept = sessions.get(digest);
      if (kept === undefined) return undefined;
      if (!isAlive(kept)) {
        drop(digest);
        return undefined;
      }
      kept.usedAt = clock.elapsed();
      keep(digest, kept);
      return { user: kept.user, endsIn: restOf(kept), end: () => watchEnd(digest, kept) };
    },
    end: (secret: string): void => {
      drop(digestOf(secret));
    },
    endAllOf: (link: string): void => {
      for (const [digest, { user }] of sessions) if (user.kind === 'visitor' && user.link?.id === link) drop(digest);
    },
  } satisfies ConsoleSessions;
};

/** As secrets of sessions and links are stored: they have 256 bits, so that a plain digest suffices. */
export const digestOf = (secret: string): string => hash('sha256', secret, 'base64url');
