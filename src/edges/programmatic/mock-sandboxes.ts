import type { Requester } from '../../control/sandboxes/fork-sandbox.ts';
import {
  type ManagedSandboxes,
  type NewSandboxOptions,
  toNewSandbox,
} from '../../control/sandboxes/managed-sandboxes.ts';
import type { NewSandbox } from '../../generated/control-schemas.ts';

/** A new sandbox. */
export interface MockSandbox extends NewSandbox {
  /** Returns an access token of one of its clients; by default, of the first. */
  readonly token: (clientId?: string) => Promise<string>;
}

interface MockSandboxesParts {
  readonly sandboxes: Pick<ManagedSandboxes, 'create'>;
  /** The caller as which the program acts. */
  readonly requester: Requester;
  /** Throws if a value does not match the named schema of the control API. */
  readonly check: (schema: string, value: unknown) => void;
  readonly origin: string;
  readonly basePath: string;
  readonly token: (clientId: string) => Promise<string>;
}

export const createMockSandboxes =
  ({ sandboxes, requester, check, token, ...address }: MockSandboxesParts) =>
  async (wish: NewSandboxOptions = {}): Promise<MockSandbox> => {
    check('SandboxCreate', wish);
    const sandbox = toNewSandbox(await sandboxes.create(wish, requester), address);
    return { ...sandbox, token: (clientId = sandbox.clientId) => token(clientId) };
  };
