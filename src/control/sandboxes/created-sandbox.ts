import { plainProblem, problem } from '../../engine/problems/problem.ts';
import { quotaExceeded } from '../../engine/problems/refusals.ts';
import { toSeconds } from '../../engine/rate-limiting/counters.ts';
import type { OrganizationChange } from '../../engine/sandbox/organization-change.ts';
import type { SandboxCreate } from '../../generated/control-schemas.ts';
import { type ClientEntry, digestOf, drawClientSecret } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { freeClientId } from '../organization/clients.ts';
import { drawSeller } from '../organization/change-organization.ts';

/** A created sandbox as stored: everything needed to restore it after a restart. */
export interface CreatedSandbox {
  readonly organization: Omit<Organization, 'clients'>;
  /** What has become of the organization: its sandbox has it, which a server lists without opening it. */
  readonly change?: OrganizationChange<Organization> | undefined;
  /** Secrets only as digests. */
  readonly clients: readonly ClientEntry[];
  readonly seed: string;
  readonly withFixtures: boolean;
  /** A seeded secret is guessable: a hosted server rejects its owner. */
  readonly chance: 'seeded' | 'real';
  /** Milliseconds since the epoch, wall time. */
  readonly createdAt: number;
  /** Last persisted use, in milliseconds since the epoch; not every use is persisted. */
  readonly usedAt: number;
  /** Absent if it was not made for a visitor. */
  readonly visit?: Visit;
  /** It no longer exists, but its data may not have been deleted yet. */
  readonly dropped?: true;
  /** The process that deletes its data, of those that share a store. */
  readonly droppedBy?: string;
}

export const idOf = ({ organization }: CreatedSandbox): string => organization.sandbox;

/** That a sandbox was made for a visitor, and until when. Milliseconds since the epoch, wall time. */
interface Visit {
  /** Id of the visitor link; undefined for a visitor who signed up. */
  readonly link?: string;
  /** Whether all visitors of the link share it. */
  readonly isShared?: boolean;
  /** Dropped then, used or not. */
  readonly endsAt: number;
}

/** How long a visitor's sandbox lives. Milliseconds. */
interface VisitLimits {
  /** From its creation, and from each time that its visitor keeps it. */
  readonly timeToLive: number;
  /** From its creation: beyond it, its visitor cannot keep it. */
  readonly longest: number;
}

export const latestEndOf = (createdAt: number, { longest }: VisitLimits): number => createdAt + longest;

/** The end of a sandbox that is created or kept now. */
export const endFor = (createdAt: number, now: number, limits: VisitLimits): number =>
  Math.min(now + limits.timeToLive, latestEndOf(createdAt, limits));

export const notVisited = (sandbox: string): Error =>
  plainProblem(
    409,
    `Sandbox ${sandbox} is not a visitor's: GET /__admin/sandboxes/${sandbox} says when it expires, and each use of it moves that.`,
  );

/** How many sandboxes can be created, and how long they are kept. Milliseconds. */
export interface SandboxLimits {
  readonly count: number;
  /** How many one visitor link has at the same time, and all visitors who signed up. */
  readonly perLink: number;
  /** A sandbox used within this time is never replaced by a new one. */
  readonly minIdle: number;
  /** Infinity: no expiry. */
  readonly timeToLive: number;
  readonly visits: VisitLimits;
}

/** A sandbox that may still be in use is never dropped for a new one. */
export const full = ({ count, minIdle }: SandboxLimits, oldestUse: number | undefined): Error => {
  const free =
    oldestUse === undefined
      ? ''
      : ` The first to make room is idle long enough at ${toIsoDateTime(oldestUse + minIdle)}.`;
  return problem(
    'storage-full',
    `This server has ${count} created sandboxes, the most that it may have, and each was used within ${toIsoDuration(minIdle)}.${free} Drop one with DELETE /__admin/sandboxes/{id}, or raise --limits max-sandboxes.`,
  );
};

/** The sandboxes that count for the same quota as a new one: those of its link, or of all who signed up. */
export const visitedLike = (all: readonly CreatedSandbox[], { link }: Pick<Visit, 'link'>): readonly Visit[] =>
  all.flatMap(({ visit }) => (visit !== undefined && visit.link === link ? [visit] : []));

export const tooManyOfLink = (visits: readonly Visit[], limit: number, now: number): Error => {
  const who = visits[0]?.link === undefined ? 'Visitors who signed up have' : 'This link has given out';
  const seconds = toSeconds(Math.min(...visits.map(({ endsAt }) => endsAt)) - now);
  return quotaExceeded({
    quota: { name: 'sandboxes', limit, used: visits.length, setting: '--limits sandboxes-per-link' },
    detail: `${who} ${visits.length} sandboxes that still exist, the most at the same time (--limits sandboxes-per-link). The first of them ends in ${seconds} seconds; the operator can delete one with DELETE /__admin/sandboxes/{id}.`,
    retryAfter: seconds,
    code: 'no-room',
  });
};

/** A new client with its secret, which is returned only here. */
export interface NewClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A new sandbox and its clients. */
export const makeSandbox = (
  wish: SandboxWish,
  {
    random,
    chance,
    seedOf,
    now,
    visits,
    isTaken,
  }: {
    readonly random: Random;
    readonly chance: CreatedSandbox['chance'];
    /** Default seed of a sandbox. */
    readonly seedOf: (sandbox: string, random: Random) => string;
    /** Milliseconds since the epoch, wall time. */
    readonly now: number;
    readonly visits: VisitLimits;
    readonly isTaken: (sandbox: string) => boolean;
  },
): { readonly created: CreatedSandbox; readonly clients: readonly NewClient[] } => {
  let id = drawSandboxId(random);
  while (isTaken(id)) id = drawSandboxId(random);
  const clients: NewClient[] = [];
  for (let count = wish.clients ?? 1; count > 0; count -= 1) {
    const clientId = freeClientId(id, (one) => clients.some((client) => client.clientId === one));
    // The first client predates multiple clients, so its secret must not change.
    const own = clients.length === 0 ? random : random.split(clientId);
    clients.push({ clientId, clientSecret: drawClientSecret(own) });
  }
  return {
    clients,
    created: {
      organization: drawOrganization(id, wish, random),
      clients: clients.map(({ clientId, clientSecret }) => ({
        client: { clientId, enabled: true },
        secrets: { current: digestOf(clientSecret) },
      })),
      seed: wish.seed ?? seedOf(id, random),
      withFixtures: wish.fixtures ?? true,
      chance,
      createdAt: now,
      usedAt: now,
      ...(wish.visitor && { visit: { ...wish.visitor, endsAt: endFor(now, now, visits) } }),
    },
  };
};

/** A seed that cannot be guessed. */
export const drawSeed = (_sandbox: string, random: Random): string => drawUuid(random);

/** A sandbox as the server itself makes it: a caller of the control API cannot set these. */
export interface SandboxWish extends SandboxCreate {
  /** Undefined for a sandbox that is not for a visitor. */
  readonly visitor?: Omit<Visit, 'endsAt'>;
  readonly persona?: string;
}

const USUAL_SELLERS = 2;

/** Of the first sellers: where those of the fixtures are, or what these sell abroad might be a domestic sale. */
const USUAL_COUNTRIES = ['NL', 'BE'];

const SLUG = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ids that cannot collide with those of the organizations file, and are short enough to read aloud. */
const drawSandboxId = (random: Random): string =>
  `sb-${Array.from({ length: 16 }, () => SLUG.charAt(random.integer(0, SLUG.length - 1))).join('')}`;

const drawOrganization = (
  sandbox: string,
  {
    name = `Sandbox ${sandbox}`,
    rateLimitTier = 'STANDARD',
    capabilities = {},
    sellers = USUAL_SELLERS,
    dpaAccepted = true,
    persona,
  }: SandboxWish,
  random: Random,
): Omit<Organization, 'clients'> => {
  const wished = typeof sellers === 'number' ? Array.from({ length: sellers }, () => ({})) : sellers;
  const drawn = wished.map((seller, index) =>
    drawSeller({ ...defined({ country: USUAL_COUNTRIES[index] }), ...seller }, random),
  );
  return {
    uuid: drawUuid(random),
    sandbox,
    name,
    country: drawn[0]?.country ?? 'NL',
    dpaAccepted,
    rateLimitTier,
    capabilities,
    administratorEmail: `admin@${sandbox}.example`,
    sellers: drawn,
    ...(persona && { persona }),
  };
};
