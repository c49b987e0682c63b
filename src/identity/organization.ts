import type { Contract } from '../engine/contract/contract.ts';

/** The customer entity that owns API clients, authorized partners, capabilities and the acceptance of the DPA. */
export interface Organization {
  readonly uuid: string;
  /** Name of its sandbox. */
  readonly sandbox: string;
  readonly name: string;
  readonly country: string;
  readonly dpaAccepted: boolean;
  readonly rateLimitTier: 'STANDARD' | 'HIGH_VOLUME' | 'ENTERPRISE';
  readonly capabilities: Readonly<Record<string, boolean>>;
  readonly administratorEmail: string;
  readonly sellers: readonly Seller[];
  readonly clients: readonly Client[];
  /** Name of the persona that its sandbox plays; undefined for none. */
  readonly persona?: string | undefined;
}

type Tier = Organization['rateLimitTier'];

/** In ascending order of rate limits. */
const TIERS: readonly Tier[] = ['STANDARD', 'HIGH_VOLUME', 'ENTERPRISE'];

export const lowerTier = (one: Tier, other: Tier): Tier => (TIERS.indexOf(one) < TIERS.indexOf(other) ? one : other);

export interface Seller {
  readonly uuid: string;
  readonly companyName: string;
  readonly vatNumber: string;
  /** Street, post code and city on one line. */
  readonly address?: string;
  readonly country: string;
}

/** "Each client belongs to exactly one IntegrationOrganization." */
export interface Client {
  readonly clientId: string;
  /** Initial secret; a rotation replaces it. */
  readonly clientSecret: string;
  readonly enabled: boolean;
  /** "service-account roles disabled": enabled unless the file says otherwise. */
  readonly serviceAccountsEnabled?: boolean;
}

/** What an organization may do unless it is told otherwise: all that the operations of the API ask for. */
export const grantedCapabilities = ({ operations }: Pick<Contract, 'operations'>): Organization['capabilities'] =>
  Object.fromEntries(
    operations.flatMap(({ requiredCapabilities }) => requiredCapabilities.map(({ capability }) => [capability, true])),
  );

/** The organization of a server whose API has none: every call that names no other sandbox works in its one. */
export const USUAL_ORGANIZATION: Organization = {
  uuid: '5f3c1d52-0b5e-4d1c-9a6f-0d6c3b1f7a01',
  sandbox: 'demo',
  name: 'Demo',
  country: 'NL',
  dpaAccepted: true,
  rateLimitTier: 'STANDARD',
  capabilities: {},
  administratorEmail: 'admin@demo.example',
  sellers: [],
  clients: [{ clientId: 'api-client-demo', clientSecret: 'demo-secret', enabled: true }],
};
