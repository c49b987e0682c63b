import { plainProblem } from '../../../engine/problems/problem.ts';
import type { Behaviour, Behaviours } from '../../../engine/responders/stateful.ts';
import { type OrganizationChange, changeOrganization } from '../../../engine/sandbox/organization-change.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import { type Organization, lowerTier } from '../../../identity/organization.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';
import { toShown } from './manage-clients.ts';
import { type PartnerWish, completeSellers } from '../../../control/organization/complete-sellers.ts';

/** Requested changes; omitted members stay unchanged. */
export type OrganizationWish = Omit<OrganizationChange<Organization>, 'sellers'> & {
  readonly sellers?: readonly PartnerWish[];
};

export interface OrganizationControl {
  readonly clients: Pick<ClientDirectory, 'findBySandbox' | 'beginningOf' | 'clientsOf' | 'find'>;
  /** Whether a tier stays below that of the beginning. */
  readonly capsTiers: boolean;
}

/** Changes an organization; `GET /me` shows it from the next call on. */
export const reviseOrganization =
  ({ clients, capsTiers }: OrganizationControl) =>
  async (sandbox: Sandbox, { sellers, ...rest }: OrganizationWish): Promise<Organization> => {
    const known = [clients.findBySandbox(sandbox.id), clients.beginningOf(sandbox.id)].filter(
      (organization) => organization !== undefined,
    );
    const beginning = known.at(-1);
    const { rateLimitTier } = rest;
    if (capsTiers && beginning !== undefined && rateLimitTier !== undefined)
      checkTier(rateLimitTier, beginning.rateLimitTier);
    const change: OrganizationChange = {
      ...rest,
      ...(sellers === undefined ? {} : { sellers: completeSellers(sellers, known) }),
    };
    await sandbox.transact((work) => changeOrganization(work, change));
    const organization = clients.findBySandbox(sandbox.id);
    if (organization === undefined) throw new Error(`sandbox ${sandbox.id} belongs to nobody`);
    return organization;
  };

const checkTier = (wanted: Organization['rateLimitTier'], most: Organization['rateLimitTier']): void => {
  if (lowerTier(wanted, most) === wanted) return;
  throw plainProblem(403, {
    detail: `In hosted mode the tier cannot rise above the one that the sandbox was created with, which is ${most}. Ask the operator for a sandbox with rateLimitTier ${wanted}.`,
  });
};

/** The organization of a sandbox: shown, and changed. */
export const steerOrganization = (control: OrganizationControl): Behaviours => {
  const { clients } = control;
  const revise = reviseOrganization(control);

  const reply = ({ uuid, sandbox, name, country, ...rest }: Organization) => {
    const { dpaAccepted, rateLimitTier, capabilities, sellers } = rest;
    return {
      status: 200,
      headers: {},
      content: jsonContent({
        organizationUuid: uuid,
        sandbox,
        name,
        country,
        dpaAccepted,
        rateLimitTier,
        capabilities,
        sellers,
        clients: clients.clientsOf(uuid).flatMap((clientId) => {
          const client = clients.find(clientId)?.client;
          return client === undefined ? [] : [toShown(client)];
        }),
      }),
    };
  };

  const showOrganization: Behaviour = (exchange) => {
    const { sandbox } = ownerOf(exchange);
    // The caller's copy is that of somebody who may steer: the agreement is left out of account there.
    return reply(clients.findBySandbox(sandbox) ?? ownerOf(exchange));
  };

  return {
    showOrganization,
    changeOrganization: async (exchange) =>
      reply(await revise(sandboxOf(exchange), exchange.input.body as OrganizationWish)),
  };
};
