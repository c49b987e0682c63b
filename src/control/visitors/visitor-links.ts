import { suggest } from '../../engine/matching/nearest.ts';
import { invalidMember, plainProblem, problem } from '../../engine/problems/problem.ts';
import { type Counters, HOUR, countWhile } from '../../engine/rate-limiting/counters.ts';
import { createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type {
  VisitorLink as ShownLink,
  VisitorInvitation,
  VisitorLinkCreate,
  VisitorStart,
} from '../../generated/control-schemas.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import { type ConsoleSessions, type ConsoleUser, type Visitor, digestOf } from '../../identity/console-sessions.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime, toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { drawPrefixedId, drawSecret } from '../../kernel/ids.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Random } from '../../kernel/random.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { createTurns } from '../../kernel/turns.ts';
import { readDuration } from '../clock/rotation-window.ts';
import type { ManagedSandboxes } from '../sandboxes/managed-sandboxes.ts';
import type { Snapshots } from '../state/snapshots.ts';

/** A visitor link as stored: its secret only as a digest. Times in milliseconds since the epoch, wall time. */
interface VisitorLink extends Pick<
  ShownLink,
  'id' | 'name' | 'note' | 'start' | 'uses' | 'copies' | 'permission' | 'useCount'
> {
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
}

/** Links that give visitors a sandbox and a session of the console. They survive a restart, as far as the store does. */
export type VisitorLinks = ReturnType<typeof createVisitorLinks>;

/** Links that can be open at the same time. */
const MOST_LINKS = 1000;

/** Milliseconds for which a link that has ended is known, so that its page can say what happened to it. */
const KEPT_AFTER_END = 30 * 24 * 3_600_000;

/** A link was made by the operator, whose sandboxes and snapshots it may name. */
export const OPERATOR = { isOperator: true, organization: undefined };

export const createVisitorLinks = (parts: {
  readonly store: Store;
  readonly clients: ClientDirectory;
  readonly sandboxes: ManagedSandboxes;
  /** The sandboxes that a link has made, oldest first. */
  readonly sandboxesOf: (link: string) => readonly string[];
  readonly snapshots: Snapshots;
  readonly storyboards: {
    readonly names: () => Promise<readonly string[]>;
    /** Brings a new sandbox there. */
    readonly begin: (owner: Organization, name: string) => Promise<void>;
  };
  /** Gives a client a new secret at once, and ends its access tokens. */
  readonly endAccess: (organization: string, clientId: string) => Promise<unknown>;
  /** Undefined if the console is off. */
  readonly sessions: ConsoleSessions | undefined;
  /** Sandboxes that one address gets by links within an hour. */
  readonly perHourAndAddress: number;
  readonly counters: Counters;
  readonly clock: Clock;
  readonly random: Random;
  /** Must be unpredictable. */
  readonly secretRandom: Pick<Random, 'uint32'>;
}) => {
  const { clients, sandboxes, sandboxesOf, snapshots, storyboards, sessions, perHourAndAddress, clock } = parts;
  const directory = createDirectory<VisitorLink>(parts.store, { name: 'visitor-links', idOf: ({ id }) => id });

  /** The sandboxes that each address got. */
  const visits = parts.counters({ name: 'visits-of-address', limit: perHourAndAddress, window: HOUR });

  /** Many open a shared link in the same second: the first makes the sandbox, the others wait for it. */
  const inTurn = createTurns();

  const stateOf = ({ uses, useCount, expiresAt, revokedAt }: VisitorLink): ShownLink['state'] => {
    if (revokedAt !== undefined) return 'revoked';
    if (uses === 'once' && useCount > 0) return 'used';
    return expiresAt <= clock.now() ? 'expired' : 'open';
  };

  /** Throws why the link admits no visitor. */
  const checkOpen = (link: VisitorLink): void => {
    const state = stateOf(link);
    if (state === 'open') return;
    const at = state === 'used' ? (link.lastUsedAt ?? 0) : link.expiresAt;
    throw refuseVisitor(`link-${state}`, { at: new Date(at).toUTCString() });
  };

  /** As the operator sees it. */
  const toShown = (link: VisitorLink): ShownLink => {
    const { digest: _digest, ...shown } = link;
    return {
      ...shown,
      state: stateOf(link),
      createdAt: toIsoDateTime(link.createdAt),
      expiresAt: toIsoDateTime(link.expiresAt),
      revokedAt: toIsoDateTimeOrNull(link.revokedAt ?? null),
      lastUsedAt: toIsoDateTimeOrNull(link.lastUsedAt ?? null),
      sandboxes: sandboxesOf(link.id),
    };
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
  const endedIn = (links: readonly VisitorLink[]): readonly VisitorLink[] => {
    const forgotten = links.filter(
      (link) => clock.now() - Math.min(link.revokedAt ?? Infinity, link.expiresAt) >= KEPT_AFTER_END,
    );
    const rest = links.filter((link) => !forgotten.includes(link));
    if (rest.length < MOST_LINKS) return forgotten;
    const ended = rest.find((link) => stateOf(link) !== 'open');
    if (ended === undefined) throw tooManyLinks(MOST_LINKS);
    return [...forgotten, ended];
  };

  const findSandbox = (sandbox: string, field: string): Organization => {
    const owner = clients.findBySandbox(sandbox);
    if (owner !== undefined) return owner;
    const names = clients.organizations().map((one) => one.sandbox);
    throw unknownStart(field, 'sandbox', sandbox, names);
  };

  /** Throws 422 for a start that does not exist. */
  const checkStart = async (start: VisitorStart): Promise<void> => {
    if (start === 'fixtures') return;
    const check = (field: string, kind: string, name: string, names: readonly string[]): void => {
      if (!names.includes(name)) throw unknownStart(field, kind, name, names);
    };
    if ('sandbox' in start) findSandbox(start.sandbox, 'start.sandbox');
    else if ('storyboard' in start)
      check('start.storyboard', 'storyboard', start.storyboard, await storyboards.names());
    else if (typeof start.snapshot === 'string')
      check('start.snapshot', 'ready-made snapshot', start.snapshot, await snapshots.names(undefined));
    else {
      const { sandbox, snapshot } = start.snapshot;
      const owner = findSandbox(sandbox, 'start.snapshot.sandbox');
      check('start.snapshot.snapshot', 'snapshot', snapshot, await snapshots.names(owner));
    }
  };

  /** Makes a sandbox that begins with the link's start; the one that visitors share may exist already. */
  const make = async ({ id, name, copies, start, useCount }: VisitorLink) => {
    const isShared = copies === 'shared';
    const named = { name: isShared ? name : `${name} (visitor ${useCount})` };
    const visitor = { link: id, isShared };
    const { organization, clients: made } = await sandboxes.create({ ...beginningOf(start, named), visitor }, OPERATOR);
    const isNew = made.length > 0;
    if (isNew && typeof start === 'object' && 'storyboard' in start)
      try {
        await storyboards.begin(organization, start.storyboard);
      } catch (error) {
        await sandboxes.drop(organization.sandbox);
        throw error;
      }
    return { sandbox: organization.sandbox, isNew };
  };

  const refusal = (seconds: number) => refuseVisitor('too-many-visits', { most: perHourAndAddress, seconds });

  /** The sandbox of a visitor who has opened the link. */
  const sandboxFor = async (link: VisitorLink, address: string): Promise<string> => {
    const { start } = link;
    // A link to an existing sandbox makes none, and its end is not that of the sandbox.
    if (typeof start === 'object' && 'sandbox' in start) return findSandbox(start.sandbox, 'start.sandbox').sandbox;
    return countWhile(visits, address, refusal, async () => {
      const { sandbox, isNew } = await make(link);
      if ((await directory.get(link.id))?.revokedAt !== undefined) {
        if (isNew) await sandboxes.drop(sandbox);
        throw refuseVisitor('link-revoked');
      }
      if (!isNew) await visits.giveBack(address);
      return sandbox;
    });
  };

  /**
   * Lets a visitor in, or throws why not. The use is counted before the sandbox is made, in one transaction with the look
   * whether the link is open: of two visitors at the same time, also of two processes, one gets what works once.
   */
  const admit = async (link: VisitorLink, former: ConsoleUser | undefined, address: string): Promise<Visitor> => {
    checkOpen(link);
    const { id, name, permission } = link;
    const visitorOf = (sandbox: string, visit: string): Visitor => ({
      kind: 'visitor',
      sandbox,
      visit,
      permission,
      link: { id, name },
    });
    // Opening the link again in the same browser is not another visit.
    if (former?.kind === 'visitor' && former.link?.id === id && clients.findBySandbox(former.sandbox) !== undefined)
      return visitorOf(former.sandbox, former.visit);
    const used = await directory.revise(id, (before) => {
      checkOpen(before);
      return { ...before, useCount: before.useCount + 1, lastUsedAt: clock.now() };
    });
    if (used === undefined) throw refuseVisitor('link-unknown');
    const [shared] = link.copies === 'shared' ? sandboxesOf(id) : [];
    try {
      const sandbox = shared ?? (await sandboxFor(used, address));
      return visitorOf(sandbox, `${sandbox}/${used.useCount}`);
    } catch (error) {
      // It did not come to a visit.
      await directory.revise(id, ({ lastUsedAt, ...rest }) => {
        const useCount = rest.useCount - 1;
        const latest = useCount === 0 ? undefined : (link.lastUsedAt ?? lastUsedAt);
        return { ...rest, useCount, ...(latest && { lastUsedAt: latest }) };
      });
      throw toRefusal(error);
    }
  };

  return {
    /** Returns the secret too, which is not kept. */
    create: async ({
      name,
      note = '',
      start = 'fixtures',
      expiresIn,
      uses = 'once',
      copies = 'own',
      permission = 'everything',
    }: VisitorLinkCreate): Promise<{ readonly link: ShownLink; readonly secret: string }> => {
      if (sessions === undefined) throw consoleIsOff();
      const life = readExpiry(expiresIn);
      if (typeof start === 'object' && 'sandbox' in start && copies === 'own') throw sharesSandbox();
      await checkStart(start);
      const secret = drawSecret(parts.secretRandom);
      const createdAt = clock.now();
      const link = await directory.change(({ all, remove, add }) => {
        for (const { id } of endedIn(all())) remove(id);
        return add((position) => ({
          id: drawPrefixedId('vl_', parts.random.split(String(position))),
          digest: digestOf(secret),
          name,
          note,
          start,
          uses,
          copies,
          permission,
          createdAt,
          expiresAt: createdAt + life,
          useCount: 0,
        }));
      });
      return { link: toShown(link), secret };
    },
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
    /** Also ends the tokens and sessions of the clients of its sandboxes, which visitors may have obtained. */
    revoke: async (id: string): Promise<void> => {
      const link = await directory.get(id);
      if (link === undefined) throw unknownLink(id);
      if (link.revokedAt !== undefined) return;
      await change(id, (before) => ({ ...before, revokedAt: before.revokedAt ?? clock.now() }));
      await sessions?.endAllOf(id);
      // Who may only watch has got neither a secret nor a token.
      for (const sandbox of link.permission === 'everything' ? sandboxesOf(id) : []) {
        const { uuid = '' } = clients.findBySandbox(sandbox) ?? {};
        for (const clientId of clients.clientsOf(uuid)) await parts.endAccess(uuid, clientId);
      }
    },
    /** What a link opens: throws why it opens nothing, undefined if no link has this secret. */
    invite: async (secret: string): Promise<VisitorInvitation | undefined> => {
      const link = await findBySecret(secret);
      if (link === undefined) return undefined;
      checkOpen(link);
      const { name, uses, copies, permission, expiresAt } = link;
      const start = withoutNames(link.start);
      return { name, uses, copies, permission, start, expiresAt: toIsoDateTime(expiresAt) };
    },
    /** Admits a visitor, whose former session may be of the same link; undefined if no link has this secret. */
    admit: async (
      secret: string,
      { former, address }: { readonly former: ConsoleUser | undefined; readonly address: string },
    ): Promise<Visitor | undefined> => {
      const link = await findBySecret(secret);
      if (link === undefined) return undefined;
      return link.copies === 'shared' ? inTurn(() => admit(link, former, address)) : admit(link, former, address);
    },
  };
};

/** The organization of a ready-made snapshot keeps its own name. */
const beginningOf = (start: VisitorStart, named: { readonly name: string }) => {
  if (typeof start === 'string' || !('snapshot' in start)) return named;
  const { snapshot } = start;
  return typeof snapshot === 'string' ? { from: { snapshot } } : { ...named, from: snapshot };
};

const withoutNames = (start: VisitorStart): VisitorInvitation['start'] => {
  if (start === 'fixtures' || 'storyboard' in start) return start;
  if ('sandbox' in start) return 'sandbox';
  return typeof start.snapshot === 'string' ? { snapshot: start.snapshot } : 'snapshot';
};

const DEFAULT_EXPIRY = 'P7D';
const SHORTEST_EXPIRY = 'PT1H';
const LONGEST_EXPIRY = 'P30D';

/** How long a link admits visitors, in milliseconds. */
const readExpiry = (expiresIn = DEFAULT_EXPIRY): number =>
  readDuration('expiresIn', expiresIn, { shortest: SHORTEST_EXPIRY, longest: LONGEST_EXPIRY });

const unknownLink = (id: string): Error =>
  problem('not-found', `There is no visitor link ${id}; GET /__admin/visitor-links lists them.`);

const revocationIsFinal = (id: string): Error =>
  plainProblem(409, `The link ${id} was revoked, which is final: make another with POST /__admin/visitor-links.`);

const tooManyLinks = (most: number): Error =>
  problem(
    'storage-full',
    `This server has ${most} visitor links that are open, the most that it may have: revoke some with DELETE /__admin/visitor-links/{id}.`,
  );

const consoleIsOff = (): Error =>
  plainProblem(409, 'A visitor link opens the console, which is off on this server: start it with --console on.');

const sharesSandbox = (): Error =>
  invalidMember(
    'copies',
    'must be shared with start.sandbox',
    'own',
    'start.sandbox is a sandbox that exists, so all visitors share it: send "copies": "shared".',
  );

const unknownStart = (field: string, kind: string, name: string, names: readonly string[]): Error => {
  const remedy = names.length === 0 ? `this server has no ${kind}s` : toSentence(suggest(name, [...names]));
  return invalidMember(field, `is no ${kind} of this server`, name, `There is no ${kind} "${name}": ${remedy}`);
};

type Refusal = readonly [kind: Parameters<typeof problem>[0] | number, detail: string];

/** Why a visitor is not let in, by a stable name, by which a page finds its words. A guess is told as much as a removed link. */
const REFUSALS = {
  'link-unknown': [
    'not-found',
    'This server has no such link: it is incomplete, or was removed 30 days after its end. Copy all of it, or ask its sender for another.',
  ],
  'link-revoked': [410, 'This link was revoked by its sender. Ask for another one.'],
  'link-used': [
    410,
    'This link works once, and was used at {at}. If that was in this browser, open /__console to go on; otherwise ask its sender for another one.',
  ],
  'link-expired': [410, 'This link expired at {at}. Ask its sender to extend it.'],
  'too-many-visits': [
    'rate-limited',
    'Links gave this address {most} sandboxes within an hour, which is the most. Use one of them, retry in {seconds} seconds, or ask the operator to raise the limit visits-per-address (--limits, VATMOCK_LIMITS).',
  ],
  'start-gone': [409, 'The sandbox of this link cannot be made: {why} Tell the sender of the link.'],
  'no-room': [
    'storage-full',
    'The server has no room for another sandbox now, and takes none from sandboxes in use. Try again later, or {whom}.',
  ],
  'sign-up-off': [
    'not-found',
    'Visitors cannot sign up on this server: ask its operator for a visitor link. The operator turns it on with --signup open (VATMOCK_SIGNUP=open).',
  ],
  'too-many-sign-ups': [
    'rate-limited',
    'This address got {most} sandboxes within an hour, which is the most. Use one of them, retry in {seconds} seconds, or ask the operator for a visitor link.',
  ],
  'sign-ups-exhausted': [
    'unavailable',
    'As many visitors as this server admits in an hour have signed up. Retry in {seconds} seconds, or ask the operator for a visitor link.',
  ],
} as const satisfies Readonly<Record<string, Refusal>>;

export const refuseVisitor = (
  code: keyof typeof REFUSALS,
  values: Readonly<Record<string, string | number>> = {},
): Problem => {
  const [kind, text]: Refusal = REFUSALS[code];
  const { seconds } = values;
  const detail = text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name]));
  if (typeof kind === 'number') return plainProblem(kind, { detail, extensions: { code } });
  const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return problem(kind, { detail, headers, extensions: { code } });
};

/** The operator's remedies are of no use to a visitor. */
const toRefusal = (error: unknown): unknown => {
  if (!(error instanceof Problem)) return error;
  const { status, detail } = error.members;
  if (status === 507) return refuseVisitor('no-room', { whom: 'tell the sender of the link' });
  // What the sandbox was to begin with was removed after the link was made.
  return status === 404 || status === 422 ? refuseVisitor('start-gone', { why: detail }) : error;
};
