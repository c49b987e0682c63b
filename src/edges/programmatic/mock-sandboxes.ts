import type { Requester } from '../../control/sandboxes/fork-sandbox.ts';
import type { ManagedSandboxes, NewSandboxOptions } from '../../control/sandboxes/managed-sandboxes.ts';
import { type NewSandbox, toNewSandbox } from '../../control/sandboxes/new-sandbox.ts';

/** A new sandbox. */
export interface MockSandbox extends NewSandbox {
  /** Returns an access token of one of its clients; by default, of the first. */
  readonly token: (clientId?: string) => Promise<string>;
}

export interface MockSandboxesParts {
  readonly sandboxes: Pick<ManagedSandboxes, 'create'>;
  /** As whom the program acts. */
  readonly requester: Requester;
  /** Throws when a value does not fit the schema of the control API under this name. */
  readonly check: (schema: string, value: unknown) => void;
  readonly origin: string;
  readonly basePath: string;
  readonly token: (clientId: string) => Promise<string>;
}

export const createMockSandboxes =
  ({ sandboxes, requester, check, token, ...address }: MockSandboxesParts) =>
  async (wish: NewSandboxOptions = {}): Promise<MockSandbox> => {
    check('SandboxWish', wish);
    const sandbox = toNewSandbox(await sandboxes.create(wish, requester), address);
    return { ...sandbox, token: (clientId = sandbox.clientId) => token(clientId) };
  };
