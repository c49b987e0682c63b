/** The customer entity that owns API clients, authorized partners, capabilities and the acceptance of the DPA. */
export interface Organization {
  readonly uuid: string;
  readonly name: string;
  readonly country: string;
  readonly dpaAccepted: boolean;
  readonly rateLimitTier: 'STANDARD' | 'HIGH_VOLUME' | 'ENTERPRISE';
  readonly capabilities: Readonly<
    Record<'allowMarketplaceLedKyc' | 'allowMultiVinOrders' | 'allowKycDocumentDownload', boolean>
  >;
  readonly administratorEmail: string;
  readonly sellers: readonly Seller[];
  readonly clients: readonly Client[];
}

export interface Seller {
  readonly uuid: string;
  readonly companyName: string;
  readonly vatNumber: string;
  readonly country: string;
}

/** "Each client belongs to exactly one IntegrationOrganization." */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly enabled: boolean;
}

export interface Membership {
  readonly client: Client;
  readonly organization: Organization;
}

/** Who may ask for tokens, by client id. */
export interface ClientDirectory {
  readonly find: (clientId: string) => Membership | undefined;
}

export const createClientDirectory = (organizations: readonly Organization[]): ClientDirectory => {
  const members = new Map<string, Membership>();
  for (const organization of organizations)
    for (const client of organization.clients) members.set(client.clientId, { client, organization });
  return { find: (clientId) => members.get(clientId) };
};
