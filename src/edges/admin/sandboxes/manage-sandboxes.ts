import { plainProblem, problem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import type { Sandboxes } from '../../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { Organization } from '../../../identity/organization.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { type Controller, controllerOf } from '../access/controller.ts';
import type { CreatedSandboxes, Creation } from '../../../control/sandboxes/created-sandboxes.ts';
import type { SandboxWish } from '../../../control/sandboxes/draw-organization.ts';
import { toNewSandbox } from '../../../control/sandboxes/new-sandbox.ts';
import type { ForkWish } from '../../../control/sandboxes/fork-sandbox.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';

export interface ManagementParts {
  readonly sandboxes: Pick<Sandboxes, 'reset' | 'usageOf'>;
  readonly created: CreatedSandboxes;
  readonly clients: Pick<ClientDirectory, 'organizations' | 'findBySandbox' | 'clientsOf'>;
  /** The API's base path: `/v1`. */
  readonly basePath: string;
  /** Whether the API served has clients and sandboxes at all. */
  readonly keepsSandboxes: boolean;
  /** Forgets what is kept of an organization outside of its sandbox. */
  readonly forget: (organization: Organization) => void;
  /** Makes a sandbox that begins with the state of another. */
  readonly fork: (wish: ForkWish, controller: Controller) => Promise<Creation>;
}

/** Sandboxes: created, listed, emptied, dropped. */
export const manageSandboxes = (parts: ManagementParts): Behaviours => {
  const { sandboxes, created, clients, basePath, forget } = parts;

  const toShown = ({
    sandbox: id,
    uuid,
    name,
    rateLimitTier,
    capabilities,
    sellers,
    dpaAccepted,
  }: Organization): object => {
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
      origin: one === undefined ? 'organizations-file' : 'created',
      createdAt: one === undefined ? null : toIsoDateTime(one.createdAt),
      lastUsedAt: life === undefined ? null : toIsoDateTime(life.usedAt),
      expiresAt: life?.endsAt === undefined ? null : toIsoDateTime(life.endsAt),
    };
  };

  const createSandbox: Behaviour = async (exchange) => {
    const { input, request } = exchange;
    if (!parts.keepsSandboxes) throw nothingKept();
    const wish: SandboxWish & Partial<ForkWish> = input.body ?? {};
    const creation = await (wish.from === undefined
      ? created.create(wish)
      : parts.fork({ ...wish, from: wish.from }, controllerOf(exchange)));
    const sandbox = toNewSandbox(creation, { origin: request.origin, basePath });
    return {
      status: 201,
      headers: { 'cache-control': 'no-store', location: `${request.origin}/__admin/sandboxes/${sandbox.id}` },
      content: jsonContent(sandbox),
    };
  };

  const getSandbox: Behaviour = async (exchange) => {
    const { id = '' } = exchange.pathParameters;
    const { isOperator, organization: own } = controllerOf(exchange);
    const organization = isOperator || own?.sandbox === id ? clients.findBySandbox(id) : undefined;
    if (organization === undefined) throw unknown(id);
    const usage = await sandboxes.usageOf(organization);
    return { status: 200, headers: {}, content: jsonContent({ ...toShown(organization), usage }) };
  };

  const deleteSandbox: Behaviour = async ({ pathParameters }) => {
    const { id = '' } = pathParameters;
    if (await created.drop(id)) return { status: 204, headers: {} };
    if (clients.findBySandbox(id) === undefined) throw unknown(id);
    throw plainProblem(409, {
      detail: `Sandbox ${id} belongs to the organizations that the server starts with and cannot be dropped: empty it with POST /__admin/reset?sandbox=${id}.`,
    });
  };

  return {
    createSandbox,
    listSandboxes: () => ({
      status: 200,
      headers: {},
      content: jsonContent({ data: clients.organizations().map(toShown) }),
    }),
    getSandbox,
    deleteSandbox,
    resetSandbox: async (exchange) => {
      sandboxOf(exchange);
      const organization = ownerOf(exchange);
      await sandboxes.reset(organization);
      forget(organization);
      return { status: 204, headers: {} };
    },
  };
};

const unknown = (id: string): Error => problem('not-found', { detail: `There is no sandbox "${id}" for this caller.` });

const nothingKept = (): Error =>
  problem('not-found', { detail: 'A description of one’s own is served without sandboxes: nothing is kept.' });
