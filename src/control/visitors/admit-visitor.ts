import type { ConsoleUser, Visitor } from '../../identity/console-sessions.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { HourlyCount } from './hourly-count.ts';
import { expiredLink, noRoom, revokedLink, startIsGone, usedLink } from './link-problems.ts';
import { type VisitorLink, stateOf } from './visitor-link.ts';
import type { VisitorStarts } from './visitor-start.ts';

export interface AdmissionParts {
  readonly starts: Pick<VisitorStarts, 'make'>;
  readonly exists: (sandbox: string) => boolean;
  /** The sandboxes that each address got. */
  readonly visits: HourlyCount;
  readonly clock: Pick<Clock, 'now'>;
}

/** Where a visitor comes from. */
export interface VisitorOrigin {
  /** The user of the browser's present session. */
  readonly former: ConsoleUser | undefined;
  /** The network; empty if it is unknown. */
  readonly address: string;
}

/** A visitor with the link as it is after the visit. */
export interface Admission {
  readonly visitor: Visitor;
  readonly after: VisitorLink;
}

/** Sandboxes of one link that are listed; the oldest are dropped from the list, not from the server. */
const MOST_LISTED = 1000;

/** Throws why the link admits no visitor. */
export const checkOpen = (link: VisitorLink, now: number): void => {
  const state = stateOf(link, now);
  if (state === 'revoked') throw revokedLink();
  if (state === 'used') throw usedLink(link);
  if (state === 'expired') throw expiredLink(link);
};

/** A link to an existing sandbox makes none, and its end is not that of the sandbox. */
const isMadeBy = ({ start }: VisitorLink): boolean => typeof start === 'string' || !('sandbox' in start);

/** Lets a visitor in by a link, or throws why not. */
export const createAdmission =
  ({ starts, exists, visits, clock }: AdmissionParts) =>
  async (link: VisitorLink, { former, address }: VisitorOrigin): Promise<Admission> => {
    const now = clock.now();
    checkOpen(link, now);

    const visitorOf = (sandbox: string): Visitor => ({
      kind: 'visitor',
      sandbox,
      permission: link.permission,
      link: { id: link.id, name: link.name },
    });
    // Opening the link again in the same browser is not another visit.
    if (former?.kind === 'visitor' && former.link?.id === link.id && exists(former.sandbox))
      return { visitor: visitorOf(former.sandbox), after: link };

    const shared = link.copies === 'shared' ? link.sandboxes.findLast(exists) : undefined;
    const counted = shared === undefined && isMadeBy(link);
    if (counted) await visits.add(address);
    const uncount = () => (counted ? visits.giveBack(address) : Promise.resolve());
    const sandbox = shared ?? (await makeFor(link, starts, uncount));
    return {
      visitor: visitorOf(sandbox),
      after: {
        ...link,
        useCount: link.useCount + 1,
        lastUsedAt: now,
        sandboxes: counted ? [...link.sandboxes, sandbox].slice(-MOST_LISTED) : link.sandboxes,
      },
    };
  };

const makeFor = async (
  { id, name, copies, start, useCount }: VisitorLink,
  starts: Pick<VisitorStarts, 'make'>,
  uncount: () => Promise<void>,
): Promise<string> => {
  try {
    const number = copies === 'shared' ? '' : ` (visitor ${String(useCount + 1)})`;
    return (await starts.make(start, { name: name + number, link: id })).sandbox;
  } catch (error) {
    await uncount();
    if (!(error instanceof Problem)) throw error;
    const { status, detail } = error.members;
    if (status === 507) throw noRoom();
    throw status === 404 || status === 422 ? startIsGone(detail) : error;
  }
};
