import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Organization } from '../../identity/organization.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Json } from '../../kernel/json.ts';
import { type StateRules, checkState } from './check-state.ts';
import { sellersFor } from './organization-in.ts';
import { readdressLinks } from './readdress-links.ts';
import { type StateDocument, toContents } from './state-document.ts';

/** Replaces everything in the sandbox of an organization with a state; throws 422 for an invalid state. */
export type ImportState = (organization: Organization, document: StateDocument) => Promise<Sandbox>;

export interface StateImportParts extends Omit<StateRules, 'sellers'> {
  readonly sandboxes: Pick<Sandboxes, 'replace'>;
  readonly clients: Pick<ClientDirectory, 'beginningOf'>;
  /** Clears the data of an organization kept outside its sandbox. */
  readonly forget: (organization: Organization) => void;
}

export const createStateImporter =
  ({ sandboxes, clients, forget, ...rules }: StateImportParts): ImportState =>
  async (organization, document) => {
    const beginning = clients.beginningOf(organization.sandbox) ?? organization;
    await checkState(document, { ...rules, sellers: sellersFor(beginning, document) });
    const sandbox = await sandboxes.replace(organization, toContents(addressTo(document, organization.sandbox)));
    forget(organization);
    return sandbox;
  };

const addressTo = (document: StateDocument, to: string): StateDocument =>
  document.sandbox === to
    ? document
    : {
        ...document,
        collections: readdressLinks(
          document.collections as unknown as Json,
          document.sandbox,
          to,
        ) as unknown as StateDocument['collections'],
      };
