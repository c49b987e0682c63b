import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { type Counters, HOUR, countWhile } from '../../engine/rate-limiting/counters.ts';
import type { Directory } from '../../engine/sandbox/directory.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { ConsoleSessions, ConsoleUser, Visitor } from '../../identity/console-sessions.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';
import { type VisitorLink, stateOf } from './visitor-link.ts';
import type { VisitorStarts } from './visitor-start.ts';

export interface VisitorLinksParts {
  readonly directory: Directory<VisitorLink>;
  readonly starts: VisitorStarts;
  readonly clients: ClientDirectory;
  /** Gives a client a new secret at once, and ends its access tokens. */
  readonly endAccess: (organization: string, clientId: string) => Promise<unknown>;
  /** Undefined if the console is off. */
  readonly sessions: ConsoleSessions | undefined;
  /** Sandboxes that one address gets by links within an hour. */
  readonly perHourAndAddress: number;
  readonly counters: Counters;
  /** The sandboxes that a link has made, oldest first. */
  readonly sandboxesOf: (link: string) => readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  /** Must be unpredictable. */
  readonly secretRandom: Pick<Random, 'uint32'>;
}

/** Where a visitor comes from. */
export interface VisitorOrigin {
  /** The user of the browser's present session. */
  readonly former: ConsoleUser | undefined;
  /** The network; empty if it is unknown. */
  readonly address: string;
}

/** Throws why the link admits no visitor. */
export const checkOpen = (link: VisitorLink, now: number): void => {
  const state = stateOf(link, now);
  if (state === 'revoked') throw revokedLink();
  if (state === 'used') throw usedLink(link);
  if (state === 'expired') throw expiredLink(link);
};

/** A link to an existing sandbox makes none, and its end is not that of the sandbox. */
const isMadeBy = ({ start }: VisitorLink): boolean => typeof start === 'string' || !('sandbox' in start);

/**
 * Lets a visitor in by a link, or throws why not. The use is counted before the sandbox is made, in one transaction with
 * the look whether the link is open: of two visitors at the same time, also of two processes, one gets what works once.
 */
export const createAdmission = (parts: VisitorLinksParts) => {
  const { directory, starts, sandboxesOf, clients, perHourAndAddress, clock } = parts;
  const exists = (sandbox: string): boolean => clients.findBySandbox(sandbox) !== undefined;
  /** The sandboxes that each address got. */
  const visits = parts.counters({ name: 'visits-of-address', limit: perHourAndAddress, window: HOUR });

  const visitorOf = (
    { id, name, permission, useCount }: VisitorLink,
    sandbox: string,
    visit = `${sandbox}/${String(useCount)}`,
  ): Visitor => ({
    kind: 'visitor',
    sandbox,
    visit,
    permission,
    link: { id, name },
  });

  const use = async (id: string): Promise<VisitorLink> => {
    const used = await directory.revise(id, (link) => {
      checkOpen(link, clock.now());
      return { ...link, useCount: link.useCount + 1, lastUsedAt: clock.now() };
    });
    if (used === undefined) throw unknownSecret();
    return used;
  };

  /** It did not come to a visit. */
  const giveBack = (before: VisitorLink): Promise<unknown> =>
    directory.revise(before.id, ({ lastUsedAt, ...link }) => {
      const useCount = link.useCount - 1;
      const latest = useCount === 0 ? undefined : (before.lastUsedAt ?? lastUsedAt);
      return { ...link, useCount, ...(latest === undefined ? {} : { lastUsedAt: latest }) };
    });

  const refusal = (seconds: number): Error => tooManyVisits(perHourAndAddress, seconds);

  const make = (link: VisitorLink, address: string): Promise<string> =>
    countWhile(visits, address, refusal, async () => {
      const { sandbox, isNew } = await makeFor(link, starts);
      if ((await directory.get(link.id))?.revokedAt !== undefined) {
        if (isNew) await starts.drop(sandbox);
        throw revokedLink();
      }
      if (!isNew) await visits.giveBack(address);
      return sandbox;
    });

  return async (link: VisitorLink, { former, address }: VisitorOrigin): Promise<Visitor> => {
    checkOpen(link, clock.now());
    // Opening the link again in the same browser is not another visit.
    if (former?.kind === 'visitor' && former.link?.id === link.id && exists(former.sandbox))
      return visitorOf(link, former.sandbox, former.visit);
    const used = await use(link.id);
    const [shared] = link.copies === 'shared' ? sandboxesOf(link.id) : [];
    if (shared !== undefined) return visitorOf(used, shared);
    try {
      return visitorOf(used, isMadeBy(used) ? await make(used, address) : (await makeFor(used, starts)).sandbox);
    } catch (error) {
      await giveBack(link);
      throw error;
    }
  };
};

const makeFor = async ({ id, name, copies, start, useCount }: VisitorLink, starts: VisitorStarts) => {
  try {
    const isShared = copies === 'shared';
    const number = isShared ? '' : ` (visitor ${String(useCount)})`;
    return await starts.make(start, { name: name + number, link: id, isShared });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, detail } = error.members;
    if (status === 507) throw noRoom();
    throw status === 404 || status === 422 ? startIsGone(detail) : error;
  }
};

/** A stable name of the refusal, by which a page finds its words. */
export const withCode = (code: string, detail: string) => ({ detail, extensions: { code } });

/** Also for a guess, so it discloses nothing. */
export const unknownSecret = (): Error =>
  problem(
    'not-found',
    withCode(
      'link-unknown',
      'This server has no such link: it is incomplete, or was removed 30 days after its end. Copy all of it, or ask its sender for another.',
    ),
  );

const revokedLink = (): Error =>
  plainProblem(410, withCode('link-revoked', 'This link was revoked by its sender. Ask for another one.'));

const usedLink = ({ lastUsedAt = 0 }: VisitorLink): Error =>
  plainProblem(
    410,
    withCode(
      'link-used',
      `This link works once, and was used at ${toIsoDateTime(lastUsedAt)}. If that was in this browser, open /__console to go on; otherwise ask its sender for another one.`,
    ),
  );

const expiredLink = ({ expiresAt }: VisitorLink): Error =>
  plainProblem(
    410,
    withCode('link-expired', `This link expired at ${toIsoDateTime(expiresAt)}. Ask its sender to extend it.`),
  );

/** The operator's remedies are of no use to a visitor. */
const noRoom = (): Error =>
  problem(
    'storage-full',
    withCode(
      'no-room',
      'The server has no room for another sandbox now, and takes none from sandboxes in use. Try again later, or tell the sender of the link.',
    ),
  );

const tooManyVisits = (most: number, seconds: number): Error =>
  problem('rate-limited', {
    headers: { 'retry-after': String(seconds) },
    ...withCode(
      'too-many-visits',
      `Links gave this address ${String(most)} sandboxes within an hour, which is the most. Use one of them, retry in ${String(seconds)} seconds, or ask the operator to raise the limit visits-per-address (--limits, VATMOCK_LIMITS).`,
    ),
  });

/** What the sandbox was to begin with was removed after the link was made. */
const startIsGone = (reason: string): Error =>
  plainProblem(
    409,
    withCode('start-gone', `The sandbox of this link cannot be made: ${reason} Tell the sender of the link.`),
  );
