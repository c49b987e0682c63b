import { problem } from '../../engine/problems/problem.ts';
import type { Counters } from '../../engine/rate-limiting/counters.ts';
import type { Directory } from '../../engine/sandbox/directory.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { ConsoleSessions, Visitor } from '../../identity/console-sessions.ts';
import { drawSecret } from '../../identity/draw-secret.ts';
import type { Clock } from '../../kernel/clock.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { createTurns } from '../../kernel/turns.ts';
import { readExpiry } from './link-expiry.ts';
import {
  consoleIsOff,
  revocationIsFinal,
  sharesSandbox,
  tooManyLinks,
  tooManyVisits,
  unknownLink,
} from './link-problems.ts';
import { type VisitorOrigin, checkOpen, createAdmission } from './admit-visitor.ts';
import { createHourlyCount } from './hourly-count.ts';
import { type Invitation, toInvitation } from './invitation.ts';
import { type ShownLink, showLink } from './shown-link.ts';
import { type VisitorLink, linkDigestOf, stateOf } from './visitor-link.ts';
import type { VisitorStart, VisitorStarts } from './visitor-start.ts';

/** Options of a new link; omitted ones have defaults. */
interface LinkOptions {
  readonly name: string;
  readonly note?: string;
  readonly start?: VisitorStart;
  /** ISO 8601 duration. */
  readonly expiresIn?: string;
  readonly uses?: VisitorLink['uses'];
  readonly copies?: VisitorLink['copies'];
  readonly permission?: VisitorLink['permission'];
}

/** Links that give visitors a sandbox and a session of the console. They survive a restart, as far as the store does. */
export interface VisitorLinks {
  /** Returns the secret too, which is not kept. */
  readonly create: (wish: LinkOptions) => Promise<{ readonly link: ShownLink; readonly secret: string }>;
  /** Newest first; one page, which counts from 0. */
  readonly list: (
    page: number,
    limit: number,
  ) => Promise<{ readonly data: readonly ShownLink[]; readonly total: number }>;
  readonly show: (id: string) => Promise<ShownLink>;
  readonly extend: (id: string, expiresIn: string) => Promise<ShownLink>;
  readonly revoke: (id: string) => Promise<void>;
  /** What a link opens, without using it: throws why it opens nothing, undefined if no link has this secret. */
  readonly invite: (secret: string) => Promise<Invitation | undefined>;
  /** Admits a visitor, whose former session may be of the same link; undefined if no link has this secret. */
  readonly admit: (secret: string, origin: VisitorOrigin) => Promise<Visitor | undefined>;
}

interface VisitorLinksParts {
  readonly directory: Directory<VisitorLink>;
  readonly starts: VisitorStarts;
  readonly clients: Pick<ClientDirectory, 'findBySandbox' | 'clientsOf'>;
  /** Gives a client a new secret at once, and ends its access tokens. */
  readonly endAccess: (organization: string, clientId: string) => Promise<unknown>;
  /** Undefined if the console is off. */
  readonly sessions: Pick<ConsoleSessions, 'endAllOf'> | undefined;
  /** Whether the served API has sandboxes at all. */
  readonly keepsSandboxes: boolean;
  /** Sandboxes that one address gets by links within an hour. */
  readonly perHourAndAddress: number;
  readonly counters: Counters;
  /** See `AdmissionParts`. */
  readonly hearOfOthers: (() => Promise<void>) | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Random;
  /** Must be unpredictable. */
  readonly secretRandom: Pick<Random, 'uint32'>;
}

/** Links that can be open at the same time. */
const MOST_LINKS = 1000;

/** Milliseconds for which a link that has ended is known, so that its page can say what happened to it. */
const KEPT_AFTER_END = 30 * 24 * 3_600_000;

export const createVisitorLinks = (parts: VisitorLinksParts): VisitorLinks => {
  const { directory, starts, clients, sessions, clock } = parts;

  /** Many open a shared link in the same second: the first makes the sandbox, the others wait for it. */
  const inTurn = createTurns();

  const toShown = showLink({ exists: (sandbox) => clients.findBySandbox(sandbox) !== undefined, clock });

  const find = async (id: string): Promise<VisitorLink> => {
    const link = await directory.get(id);
    if (link === undefined) throw unknownLink(id);
    return link;
  };

  const findBySecret = async (secret: string): Promise<VisitorLink | undefined> => {
    const digest = linkDigestOf(secret);
    return (await directory.all()).find((one) => one.digest === digest);
  };

  const change = async (id: string, how: (before: VisitorLink) => VisitorLink): Promise<VisitorLink> => {
    const after = await directory.revise(id, how);
    if (after === undefined) throw unknownLink(id);
    return after;
  };

  /** What has ended long ago, and if that leaves no room, the oldest that has ended. */
  const makeRoom = (links: readonly VisitorLink[]): readonly VisitorLink[] => {
    const forgotten = links.filter(
      (link) => clock.now() - Math.min(link.revokedAt ?? Infinity, link.expiresAt) >= KEPT_AFTER_END,
    );
    const rest = links.filter((link) => !forgotten.includes(link));
    if (rest.length < MOST_LINKS) return forgotten;
    const ended = rest.find((link) => stateOf(link, clock.now()) !== 'open');
    if (ended === undefined) throw tooManyLinks(MOST_LINKS);
    return [...forgotten, ended];
  };

  const create: VisitorLinks['create'] = async (wish) => {
    if (!parts.keepsSandboxes)
      throw problem('not-found', {
        detail: 'A description of one’s own is served without sandboxes: nothing is kept.',
      });
    if (sessions === undefined) throw consoleIsOff();
    const {
      name,
      note = '',
      start = 'fixtures',
      expiresIn,
      uses = 'once',
      copies = 'own',
      permission = 'everything',
    } = wish;
    const life = readExpiry(expiresIn);
    if (typeof start === 'object' && 'sandbox' in start && copies === 'own') throw sharesSandbox();
    await starts.check(start);
    const secret = drawSecret(parts.secretRandom);
    const createdAt = clock.now();
    const link = await directory.change(({ all, remove, add }) => {
      for (const { id } of makeRoom(all())) remove(id);
      return add((position) => ({
        id: drawPrefixedId('vl_', parts.random.split(String(position))),
        digest: linkDigestOf(secret),
        ...{ name, note, start, uses, copies, permission, createdAt },
        expiresAt: createdAt + life,
        useCount: 0,
        sandboxes: [],
      }));
    });
    return { link: toShown(link), secret };
  };

  /** Also ends the tokens and sessions of the sandbox's clients, which visitors may have obtained. */
  const endAccessTo = async (sandbox: string): Promise<void> => {
    const organization = clients.findBySandbox(sandbox);
    if (organization === undefined) return;
    for (const clientId of clients.clientsOf(organization.uuid)) await parts.endAccess(organization.uuid, clientId);
  };

  const revoke = async (id: string): Promise<void> => {
    if ((await find(id)).revokedAt !== undefined) return;
    const link = await change(id, (before) => ({ ...before, revokedAt: before.revokedAt ?? clock.now() }));
    await sessions?.endAllOf(id);
    // Who may only watch has got neither a secret nor a token.
    if (link.permission === 'everything') for (const sandbox of link.sandboxes) await endAccessTo(sandbox);
  };

  const admit = createAdmission({
    directory,
    starts,
    exists: (id) => clients.findBySandbox(id) !== undefined,
    hearOfOthers: parts.hearOfOthers,
    visits: createHourlyCount({
      ...{ counters: parts.counters, name: 'visits-of-address', most: parts.perHourAndAddress },
      refuse: tooManyVisits,
    }),
    clock,
  });

  return {
    create,
    list: async (page, limit) => {
      const all = [...(await directory.all())].reverse();
      return { data: all.slice(page * limit, (page + 1) * limit).map(toShown), total: all.length };
    },
    show: async (id) => toShown(await find(id)),
    extend: async (id, expiresIn) => {
      const life = readExpiry(expiresIn);
      return toShown(
        await change(id, (before) => {
          if (before.revokedAt !== undefined) throw revocationIsFinal(id);
          return { ...before, expiresAt: clock.now() + life };
        }),
      );
    },
    revoke,
    invite: async (secret) => {
      const link = await findBySecret(secret);
      if (link === undefined) return undefined;
      checkOpen(link, clock.now());
      return toInvitation(link);
    },
    admit: async (secret, origin) => {
      const link = await findBySecret(secret);
      if (link === undefined) return undefined;
      return link.copies === 'shared' ? inTurn(() => admit(link, origin)) : admit(link, origin);
    },
  };
};
