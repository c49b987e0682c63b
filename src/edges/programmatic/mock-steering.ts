import type { MailList } from '../../generated/control-schemas.ts';
import type { NoteSteering } from '../../control/recordings/note-steering.ts';
import type { ControlServices } from '../../control/control-services.ts';
import { mailsOf } from '../../control/mail/mailboxes.ts';
import type { OrganizationChanges } from '../../control/organization/change-organization.ts';
import { type Simulated, simulate } from '../../control/scenarios/simulate.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Target } from '../../vat/simulators/simulators.ts';
import { type MockInbox, createMockInbox } from './mock-inbox.ts';
import type { Hold } from './mock-scenarios.ts';

/** The current organization, without secrets. */
export type MockOrganization = Omit<Organization, 'clients'>;

/** Calls of the control API that change or inspect a sandbox, without HTTP. */
interface SteeringCalls {
  readonly changeOrganization: (change: OrganizationChanges, sandbox?: string) => Promise<MockOrganization>;
  readonly simulate: (name: string, target?: Target, sandbox?: string) => Promise<Simulated>;
  readonly mail: (sandbox?: string) => Promise<MailList['data']>;
  readonly inbox: (name: string, sandbox?: string) => Promise<MockInbox>;
}

interface MockSteeringParts {
  readonly services: Pick<ControlServices, 'organizations' | 'mailbox' | 'inboxes'>;
  /** Throws if a value does not match the named schema of the control API. */
  readonly check: (schema: string, value: unknown) => void;
  /** The named sandbox; that of the first organization if undefined. */
  readonly sandboxOf: (name: string | undefined) => Promise<Sandbox>;
  /** Records the program's calls as if it had used the control API. */
  readonly note: NoteSteering;
  /** Runs a call as an exchange with the named sandbox. */
  readonly hold: Hold;
}

export const createMockSteering = ({ services, check, sandboxOf, note, hold }: MockSteeringParts): SteeringCalls => ({
  changeOrganization: (change, name) =>
    hold(name, async () => {
      check('SandboxChange', change);
      const sandbox = await sandboxOf(name);
      const { clients: _clients, ...organization } = await services.organizations.change(sandbox, change);
      note(sandbox, 'PATCH', `/sandboxes/${sandbox.id}`, change);
      return organization;
    }),
  simulate: (name, target = {}, of) =>
    hold(of, async () => {
      const sandbox = await sandboxOf(of);
      const simulated = await simulate(sandbox, name, target);
      note(sandbox, 'POST', `/simulators/${encodeURIComponent(name)}/run`, target);
      return simulated;
    }),
  mail: (name) =>
    hold(name, async () => {
      const sandbox = await sandboxOf(name);
      return mailsOf(services.mailbox, sandbox.organization, sandbox);
    }),
  inbox: async (name, of) => createMockInbox(name, services.inboxes, await sandboxOf(of)),
});
