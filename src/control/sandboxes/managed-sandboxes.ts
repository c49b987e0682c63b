import { plainProblem, problem } from '../../engine/problems/problem.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Usage } from '../../engine/sandbox/store.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import { type PageWanted, onPage } from '../../kernel/page.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { CreatedSandboxes, Creation } from './created-sandboxes.ts';
import type { NewSandbox, SandboxCreate } from '../../generated/control-schemas.ts';
import type { SandboxWish } from './make-sandbox.ts';
import type { ForkOptions, Requester } from './fork-sandbox.ts';
import { TOKEN_PATH } from '../../identity/realm.ts';

/** Creates, lists, resets and drops sandboxes. */
export type ManagedSandboxes = ReturnType<typeof manageSandboxes>;

interface ManagedSandboxesParts {
  readonly sandboxes: Sandboxes;
  readonly created: CreatedSandboxes;
  readonly clients: ClientDirectory;
  /** What a new sandbox has unless it is asked for. */
  readonly usual: SandboxCreate;
  /** Ends what is played in a sandbox. */
  readonly endShow: (organization: Organization) => void;
  /** Creates a sandbox with the state of another. */
  readonly fork: (wish: ForkOptions, requester: Requester) => Promise<Creation>;
}

export const manageSandboxes = (parts: ManagedSandboxesParts) => {
  const { sandboxes, created, clients, usual, endShow, fork } = parts;
  const toShown = showWith(parts);
  /** The organization of a sandbox; 404 if the caller may not see it. */
  const find = (id: string, { isOperator, organization: own }: Requester): Organization => {
    const organization = isOperator || own?.sandbox === id ? clients.findBySandbox(id) : undefined;
    if (organization === undefined) throw unknown(id);
    return organization;
  };
  return {
    create: ({ from, ...wish }: SandboxWish, requester: Requester): Promise<Creation> =>
      from === undefined ? created.create({ ...usual, ...wish }) : fork({ ...wish, from }, requester),
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
      throw plainProblem(409, {
        detail: `Sandbox ${id} belongs to the organizations that the server starts with and cannot be dropped: empty it with POST /__admin/reset?sandbox=${id}.`,
      });
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
  ({ created, clients }: Pick<ManagedSandboxesParts, 'created' | 'clients'>) =>
  ({ sandbox: id, uuid, name, rateLimitTier, capabilities, sellers, dpaAccepted }: Organization) => {
    const one = created.find(id);
    const life = one === undefined ? undefined : created.lifeOf(one);
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
      createdAt: one === undefined ? null : toIsoDateTime(one.createdAt),
      lastUsedAt: life === undefined ? null : toIsoDateTime(life.usedAt),
      expiresAt: life?.endsAt === undefined ? null : toIsoDateTime(life.endsAt),
      latestExpiresAt: life?.latestEndsAt === undefined ? null : toIsoDateTime(life.latestEndsAt),
      visitorLink: one?.visit?.link ?? null,
    };
  };

const unknown = (id: string): Error => problem('not-found', { detail: `There is no sandbox "${id}" for this caller.` });

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
