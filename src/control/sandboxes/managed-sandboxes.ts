import { suggest } from '../../engine/matching/nearest.ts';
import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Usage } from '../../engine/sandbox/store.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import { toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { toSentence } from '../../kernel/sentence.ts';
import type { CreatedSandboxes, Creation } from './created-sandboxes.ts';
import type { NewSandbox, SandboxCreate } from '../../generated/control-schemas.ts';
import type { SandboxWish } from './created-sandbox.ts';
import { organizationOfFork } from '../state/organization-in.ts';
import type { ReadyMade } from '../state/ready-made.ts';
import type { Snapshots } from '../state/snapshots.ts';
import type { States } from '../state/states.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';

/** Creates, lists, resets and drops sandboxes. */
export type ManagedSandboxes = ReturnType<typeof manageSandboxes>;

/** The caller: an operator may use every sandbox, a client only that of its own organization. */
interface Requester {
  readonly isOperator: boolean;
  readonly organization: Organization | undefined;
}

/** What the source of a fork determines. */
const FIXED = ['sellers', 'seed', 'fixtures'] as const;

const NAME_KEPT = 60;

export const manageSandboxes = (parts: {
  readonly sandboxes: Sandboxes;
  readonly created: CreatedSandboxes;
  readonly clients: ClientDirectory;
  readonly states: States;
  readonly snapshots: Snapshots;
  readonly readyMade: Pick<ReadyMade, 'beginningOf'>;
  /** Owner of the snapshots if the caller has no organization: the first organization. */
  readonly usual: Organization | undefined;
  /** What a new sandbox has unless it is asked for. */
  readonly usualWish: SandboxCreate;
  /** Ends what is played in a sandbox. */
  readonly endShow: (organization: Organization) => void;
}) => {
  const { sandboxes, created, clients, states, snapshots, readyMade, usual, usualWish, endShow } = parts;
  const toShown = showWith(parts);

  const visible = (id: string, { isOperator, organization: own }: Requester): Organization | undefined =>
    isOperator || own?.sandbox === id ? clients.findBySandbox(id) : undefined;

  /** The organization of a sandbox; 404 if the caller may not see it. */
  const find = (id: string, requester: Requester): Organization => {
    const organization = visible(id, requester);
    if (organization === undefined) throw unknown(id);
    return organization;
  };

  /** The sandbox or snapshot that a fork starts with. */
  const findOrigin = async (from: NonNullable<SandboxWish['from']>, requester: Requester) => {
    const own = requester.organization ?? usual;
    if (typeof from !== 'string') {
      const owner = from.sandbox === undefined ? own : visible(from.sandbox, requester);
      if (owner !== undefined) return { owner, snapshot: from.snapshot };
    } else {
      const owner = visible(from, requester);
      if (owner !== undefined) return { owner };
      if (own !== undefined && (await snapshots.list(own)).some(({ name }) => name === from))
        return { owner: own, snapshot: from };
    }
    const name = typeof from === 'string' ? from : (from.sandbox ?? '');
    const ids = requester.isOperator ? clients.organizations().map(({ sandbox }) => sandbox) : [];
    throw problem(
      'not-found',
      `There is neither a sandbox "${name.slice(0, 64)}" nor a snapshot of this name of the caller's own sandbox: ${toSentence(suggest(name, [...ids, ...(await snapshots.names(own))]))}`,
    );
  };

  /** Creates an independent copy of a sandbox, with its sellers, state, seed and clock. */
  const fork = async (
    { from, ...wish }: SandboxWish & Required<Pick<SandboxWish, 'from'>>,
    requester: Requester,
  ): Promise<Creation> => {
    const fixed = FIXED.filter((member) => wish[member] !== undefined);
    if (fixed.length > 0)
      throw problem('validation-error', {
        detail: `A fork takes its sellers, seed and records from its source: omit ${fixed.join(', ')}, or "from".`,
        errors: fixed.map((field) => ({
          field,
          message: 'cannot be combined with "from"',
          rejectedValue: wish[field],
        })),
      });
    const { owner: former, snapshot } = await findOrigin(from, requester);
    const whole = await states.read(former, snapshot);
    const { organization: owner, state } = organizationOfFork(clients.beginningOf(former.sandbox) ?? former, whole);
    const creation = await created.create({
      name: `Fork of ${owner.name}`.slice(0, NAME_KEPT),
      rateLimitTier: owner.rateLimitTier,
      dpaAccepted: owner.dpaAccepted,
      ...wish,
      capabilities: { ...owner.capabilities, ...wish.capabilities },
      sellers: owner.sellers,
      seed: state.seed,
      fixtures: created.find(owner.sandbox)?.withFixtures ?? true,
      ...(owner.persona && { persona: owner.persona }),
    });
    // Its first visitor has filled it.
    if (creation.clients.length === 0) return creation;
    try {
      await states.place(creation.organization, state);
      return creation;
    } catch (error) {
      await created.drop(creation.organization.sandbox);
      throw error;
    }
  };

  return {
    /** `from`: a sandbox, a snapshot of the caller's sandbox or of a named sandbox, or a ready-made one. */
    create: async ({ from, ...wish }: SandboxWish, requester: Requester): Promise<Creation> => {
      const granted = { ...usualWish.capabilities, ...wish.capabilities };
      if (from === undefined) return created.create({ ...usualWish, ...wish, capabilities: granted });
      const snapshot = typeof from === 'string' ? from : from.snapshot;
      const beginning = snapshot === undefined ? undefined : await readyMade.beginningOf(snapshot);
      if (beginning === undefined) return fork({ ...wish, from }, requester);
      const capabilities = { ...beginning.capabilities, ...wish.capabilities };
      return created.create({ ...beginning, ...wish, capabilities });
    },
    list: async (wanted: PageWanted) => {
      await created.learnUses();
      const { data, total } = onPage(clients.organizations(), wanted);
      return { data: data.map(toShown), total };
    },
    show: toShown,
    /** How much is stored; learns when other servers used sandboxes. */
    usageOf: async (owner: Organization): Promise<Usage> => {
      const [usage] = await Promise.all([sandboxes.usageOf(owner), created.learnUses()]);
      return usage;
    },
    find,
    /** Moves the end of a visitor's sandbox; 409 for any other. */
    extend: created.keep,
    /** Deletes permanently; 409 for one of the organizations that the server starts with. */
    drop: async (id: string) => {
      if (await created.drop(id)) return;
      if (clients.findBySandbox(id) === undefined) throw unknown(id);
      throw plainProblem(
        409,
        `Sandbox ${id} belongs to the organizations that the server starts with and cannot be dropped: empty it with POST /__admin/reset?sandbox=${id}.`,
      );
    },
    /** Resets to the fixtures. */
    reset: async (owner: Organization) => {
      // A step that is being played finds out at its next call.
      endShow(owner);
      await sandboxes.reset(owner);
    },
  };
};

const showWith =
  ({ created, clients }: { readonly created: CreatedSandboxes; readonly clients: ClientDirectory }) =>
  ({ sandbox: id, uuid, name, rateLimitTier, capabilities, sellers, dpaAccepted }: Organization) => {
    const one = created.find(id);
    const life = one && created.lifeOf(one);
    return {
      id,
      name,
      organizationUuid: uuid,
      clientIds: clients.clientsOf(uuid),
      sellers: sellers.map((seller) => seller.uuid),
      dpaAccepted,
      rateLimitTier,
      capabilities,
      origin: one === undefined ? ('organizations-file' as const) : ('created' as const),
      createdAt: toIsoDateTimeOrNull(one?.createdAt ?? null),
      lastUsedAt: toIsoDateTimeOrNull(life?.usedAt ?? null),
      expiresAt: toIsoDateTimeOrNull(life?.endsAt ?? null),
      latestExpiresAt: toIsoDateTimeOrNull(life?.latestEndsAt ?? null),
      visitorLink: one?.visit?.link ?? null,
    };
  };

const unknown = (id: string): Error => problem('not-found', `There is no sandbox "${id}" for this caller.`);

/** What a client needs to use a new sandbox. Its secrets are shown only once. */
export const toNewSandbox = (
  { organization, clients }: Creation,
  { origin, basePath }: { readonly origin: string; readonly basePath: string },
): NewSandbox => {
  const [first] = clients;
  if (first === undefined) throw new Error(`sandbox ${organization.sandbox} has no client`);
  return {
    id: organization.sandbox,
    organizationUuid: organization.uuid,
    ...first,
    clients,
    sellers: organization.sellers.map(({ uuid }) => uuid),
    baseUrl: origin + basePath,
    tokenUrl: origin + TOKEN_PATH,
  };
};
