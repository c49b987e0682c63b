import type { Organization } from '../../identity/organization.ts';
import type { CreatedSandboxes, Creation } from '../../control/sandboxes/created-sandboxes.ts';
import type { SandboxWish } from '../../control/sandboxes/draw-organization.ts';
import type { ForkSource, ForkWish } from '../../control/sandboxes/fork-sandbox.ts';
import { type NewSandbox, toNewSandbox } from '../../control/sandboxes/new-sandbox.ts';

/** Options of a new sandbox; omitted values are generated. */
export interface NewSandboxWish extends SandboxWish {
  /** Start from a copy of another sandbox, or of a snapshot of the first one, instead of the fixtures. */
  readonly from?: ForkSource;
}

/** A new sandbox. */
export interface MockSandbox extends NewSandbox {
  /** Returns an access token of one of its clients; by default, of the first. */
  readonly token: (clientId?: string) => Promise<string>;
}

/** The current organization, without secrets. */
export type MockOrganization = Omit<Organization, 'clients'>;

export interface MockSandboxesParts {
  readonly created: Pick<CreatedSandboxes, 'create'>;
  readonly fork: (wish: ForkWish) => Promise<Creation>;
  /** Throws when a value does not fit the schema of the control API under this name. */
  readonly check: (schema: string, value: unknown) => void;
  readonly origin: string;
  readonly basePath: string;
  readonly token: (clientId: string) => Promise<string>;
}

export const createMockSandboxes =
  ({ created, fork, check, token, ...address }: MockSandboxesParts) =>
  async (wish: NewSandboxWish = {}): Promise<MockSandbox> => {
    check('SandboxWish', wish);
    const { from, ...own } = wish;
    const sandbox = toNewSandbox(await (from === undefined ? created.create(own) : fork({ ...own, from })), address);
    return { ...sandbox, token: (clientId = sandbox.clientId) => token(clientId) };
  };
