import { mailsOf } from '../edges/admin/mail/show-mail.ts';
import { reviseOrganization } from '../edges/admin/organization/steer-organization.ts';
import { simulate } from '../control/scenarios/simulate.ts';
import { createValueCheck } from '../edges/programmatic/check-value.ts';
import { createMockInbox } from '../edges/programmatic/mock-inbox.ts';
import { createMockSandboxes } from '../edges/programmatic/mock-sandboxes.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import { stringifyJson } from '../kernel/json.ts';
import type { Ground } from './ground.ts';
import type { Mock } from './mock.ts';
import type { FaceParts } from './face-parts.ts';

type Steering = 'createSandbox' | 'changeOrganization' | 'simulate' | 'mail' | 'inbox';

/** What a program steers goes into recordings as if it had used the control API. */
export const controlFace = (ground: Ground, parts: FaceParts): Pick<Mock, Steering> => {
  const { contract, adminContract, address, clock, isHosted } = ground;
  const { known, onlookers, webhooks, mailbox, world, keeping, identity } = parts;
  const { clients, ownerOf } = known;
  const { sandboxes, created } = world;
  const check = createValueCheck(adminContract);
  const sandboxOf = async (sandbox: string | undefined): Promise<Sandbox> => sandboxes.of(ownerOf(sandbox));

  const note = (sandbox: Sandbox, method: string, path: string, body: unknown): void => {
    const recorded = { method, path, body: stringifyJson(body), mediaType: 'application/json' };
    onlookers.recorder.control(sandbox.organization, { at: sandbox.clock.now(), wallAt: clock.now(), ...recorded });
  };

  const operator = { clientId: 'this-program', organization: known.usual, isOperator: true };
  const revise = reviseOrganization({ clients, capsTiers: isHosted });
  return {
    createSandbox: createMockSandboxes({
      created,
      fork: (wish) => keeping.states.fork(wish, operator),
      check,
      origin: address.url(),
      basePath: contract.basePath,
      token: async (clientId) => {
        if (identity === undefined) throw new Error('a description of one’s own is served without sandboxes');
        const token = await identity.issue(clientId, address.url());
        onlookers.clientWatch.tokens.remember(token, clientId);
        return token;
      },
    }),
    changeOrganization: async (change, name) => {
      check('OrganizationChange', change);
      const sandbox = await sandboxOf(name);
      const { clients: _clients, ...organization } = await revise(sandbox, change);
      note(sandbox, 'PATCH', '/organization', change);
      return organization;
    },
    simulate: async (name, target = {}, of) => {
      const sandbox = await sandboxOf(of);
      const simulated = await simulate(sandbox, name, target);
      note(sandbox, 'POST', `/simulators/${encodeURIComponent(name)}/run`, target);
      return simulated;
    },
    mail: async (name) => {
      const owner = ownerOf(name);
      return mailsOf(mailbox, owner.uuid, await sandboxes.of(owner));
    },
    inbox: async (name, of) => createMockInbox(name, webhooks.inboxes, await sandboxOf(of)),
  };
};
