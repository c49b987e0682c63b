import type { Organization, Seller } from '../../identity/organization.ts';
import type { Schemas } from '../../vat/api/behaviour.ts';

/** Who a sandbox belongs to in a demonstration. Its buyers and orders are the fixture set of its name. */
export interface Persona {
  readonly name: string;
  /** For display. */
  readonly title: string;
  /** What it does, in one sentence. */
  readonly about: string;
  /** KYC mode of its buyers. */
  readonly kycMode: Schemas['KycMode'];
  readonly organization: Pick<Organization, 'name' | 'country' | 'rateLimitTier' | 'capabilities'> & {
    readonly sellers: readonly Omit<Seller, 'uuid'>[];
  };
}
