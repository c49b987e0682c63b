import { TOKEN_PATH } from '../../identity/realm.ts';
import type { Creation } from './created-sandboxes.ts';
import type { NewClient } from './make-sandbox.ts';

/** What a client needs to use a new sandbox. Its secrets are shown only once. */
export interface NewSandbox {
  readonly id: string;
  readonly organizationUuid: string;
  /** Id of the first client. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clients: readonly NewClient[];
  readonly sellers: readonly string[];
  readonly baseUrl: string;
  readonly tokenUrl: string;
}

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
