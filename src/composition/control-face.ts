import { createSteeringNotes } from '../control/capsule/note-steering.ts';
import { mailsOf } from '../control/mail/shown-mail.ts';
import { simulate } from '../control/scenarios/simulate.ts';
import { createValueCheck } from '../edges/programmatic/check-value.ts';
import { createMockInbox } from '../edges/programmatic/mock-inbox.ts';
import { createMockSandboxes } from '../edges/programmatic/mock-sandboxes.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import type { FaceParts } from './face-parts.ts';
import type { Ground } from './ground.ts';
import type { Mock } from './mock.ts';

type Steering = 'createSandbox' | 'changeOrganization' | 'simulate' | 'mail' | 'inbox';

/** What a program steers goes into recordings as if it had used the control API. */
export const controlFace = (ground: Ground, parts: FaceParts): Pick<Mock, Steering> => {
  const { contract, adminContract, address, clock } = ground;
  const { known, onlookers, world, control, identity } = parts;
  const { ownerOf } = known;
  const check = createValueCheck(adminContract);
  const note = createSteeringNotes(onlookers.recorder, clock);
  const sandboxOf = async (name: string | undefined): Promise<Sandbox> => world.sandboxes.of(ownerOf(name));
  return {
    createSandbox: createMockSandboxes({
      sandboxes: control.sandboxes,
      requester: { organization: known.usual, isOperator: true },
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
      const { clients: _clients, ...organization } = await control.organizations.change(sandbox, change);
      note(sandbox, 'PATCH', '/organization', change);
      return organization;
    },
    simulate: async (name, target = {}, of) => {
      const sandbox = await sandboxOf(of);
      const simulated = await simulate(sandbox, name, target);
      note(sandbox, 'POST', `/simulators/${encodeURIComponent(name)}/run`, target);
      return simulated;
    },
    mail: async (name) => mailsOf(control.mailbox, ownerOf(name).uuid, await sandboxOf(name)),
    inbox: async (name, of) => createMockInbox(name, control.inboxes, await sandboxOf(of)),
  };
};
