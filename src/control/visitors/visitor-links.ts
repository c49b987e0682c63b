import { invalidMember, plainProblem, problem } from '../../engine/problems/problem.ts';
import type { VisitorLink as ShownLink, VisitorLinkCreate } from '../../generated/control-schemas.ts';
import { type Visitor, digestOf } from '../../identity/console-sessions.ts';
import { drawSecret } from '../../identity/draw-secret.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { drawPrefixedId } from '../../kernel/ids.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import { createTurns } from '../../kernel/turns.ts';
import { readDuration } from '../clock/rotation-window.ts';
import { type VisitorLinksParts, type VisitorOrigin, checkOpen, createAdmission } from './admit-visitor.ts';
import { type VisitorLink, stateOf } from './visitor-link.ts';

/** Links that give visitors a sandbox and a session of the console. They survive a restart, as far as the store does. */
export type VisitorLinks = ReturnType<typeof createVisitorLinks>;

/** Links that can be open at the same time. */
const MOST_LINKS = 1000;

/** Milliseconds for which a link that has ended is known, so that its page can say what happened to it. */
const KEPT_AFTER_END = 30 * 24 * 3_600_000;

export const createVisitorLinks = (parts: VisitorLinksParts) => {
  const { directory, starts, sandboxesOf, clients, sessions, clock } = parts;

  /** Many open a shared link in the same second: the first makes the sandbox, the others wait for it. */
  const inTurn = createTurns();

  const toShown = showLink(parts);

  const find = async (id: string): Promise<VisitorLink> => {
    const link = await directory.get(id);
    if (link === undefined) throw unknownLink(id);
    return link;
  };

  const findBySecret = async (secret: string): Promise<VisitorLink | undefined> => {
    const digest = digestOf(secret);
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

  /** Returns the secret too, which is not kept. */
  const create = async (wish: VisitorLinkCreate): Promise<{ readonly link: ShownLink; readonly secret: string }> => {
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
        digest: digestOf(secret),
        ...{ name, note, start, uses, copies, permission, createdAt },
        expiresAt: createdAt + life,
        useCount: 0,
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
    if (link.permission === 'everything') for (const sandbox of sandboxesOf(id)) await endAccessTo(sandbox);
  };

  const admit = createAdmission(parts);

  return {
    create,
    /** Newest first. */
    list: async (wanted: PageWanted) => {
      const { data, total } = onPage((await directory.all()).toReversed(), wanted);
      return { data: data.map(toShown), total };
    },
    extend: async (id: string, expiresIn: string): Promise<ShownLink> => {
      const life = readExpiry(expiresIn);
      return toShown(
        await change(id, (before) => {
          if (before.revokedAt !== undefined) throw revocationIsFinal(id);
          return { ...before, expiresAt: clock.now() + life };
        }),
      );
    },
    revoke,
    /** What a link opens, without using it: throws why it opens nothing, undefined if no link has this secret. */
    invite: async (secret: string) => {
      const link = await findBySecret(secret);
      if (link === undefined) return undefined;
      checkOpen(link, clock.now());
      return toInvitation(link);
    },
    /** Admits a visitor, whose former session may be of the same link; undefined if no link has this secret. */
    admit: async (secret: string, origin: VisitorOrigin): Promise<Visitor | undefined> => {
      const link = await findBySecret(secret);
      if (link === undefined) return undefined;
      return link.copies === 'shared' ? inTurn(() => admit(link, origin)) : admit(link, origin);
    },
  };
};

/** A link as the operator sees it, without its digest. */
const showLink =
  ({ sandboxesOf, clock: { now } }: VisitorLinksParts) =>
  (link: VisitorLink): ShownLink => {
    const { id, name, note, start, uses, copies, permission, createdAt, expiresAt, revokedAt, useCount } = link;
    return {
      ...{ id, name, note, start, uses, copies, permission },
      state: stateOf(link, now()),
      createdAt: toIsoDateTime(createdAt),
      expiresAt: toIsoDateTime(expiresAt),
      revokedAt: revokedAt === undefined ? null : toIsoDateTime(revokedAt),
      useCount,
      lastUsedAt: link.lastUsedAt === undefined ? null : toIsoDateTime(link.lastUsedAt),
      sandboxes: sandboxesOf(id),
    };
  };

/** What a visitor may know of a link before using it: names of sandboxes and snapshots are the operator's. */
const toInvitation = ({ name, uses, copies, permission, start, expiresAt }: VisitorLink) => ({
  ...{ name, uses, copies, permission },
  start:
    typeof start === 'string' || 'storyboard' in start
      ? start
      : 'sandbox' in start
        ? 'sandbox'
        : typeof start.snapshot === 'string'
          ? { snapshot: start.snapshot }
          : 'snapshot',
  expiresAt: toIsoDateTime(expiresAt),
});

const DEFAULT_EXPIRY = 'P7D';
const SHORTEST_EXPIRY = 'PT1H';
const LONGEST_EXPIRY = 'P30D';

/** How long a link admits visitors, in milliseconds. */
const readExpiry = (expiresIn = DEFAULT_EXPIRY): number =>
  readDuration('expiresIn', expiresIn, { shortest: SHORTEST_EXPIRY, longest: LONGEST_EXPIRY });

const unknownLink = (id: string): Error =>
  problem('not-found', { detail: `There is no visitor link ${id}; GET /__admin/visitor-links lists them.` });

const revocationIsFinal = (id: string): Error =>
  plainProblem(409, {
    detail: `The link ${id} was revoked, which is final: make another with POST /__admin/visitor-links.`,
  });

const tooManyLinks = (most: number): Error =>
  problem('storage-full', {
    detail: `This server has ${String(most)} visitor links that are open, the most that it may have: revoke some with DELETE /__admin/visitor-links/{id}.`,
  });

const consoleIsOff = (): Error =>
  plainProblem(409, {
    detail: 'A visitor link opens the console, which is off on this server: start it with --console on.',
  });

const sharesSandbox = (): Error =>
  invalidMember(
    'copies',
    'must be shared with start.sandbox',
    'own',
    'start.sandbox is a sandbox that exists, so all visitors share it: send "copies": "shared".',
  );
