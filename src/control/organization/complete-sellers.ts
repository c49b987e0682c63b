import type { Organization, Seller } from '../../identity/organization.ts';
import { createRandom } from '../../kernel/random.ts';
import { drawSeller } from './draw-seller.ts';

/** An authorized partner in a request: its UUID alone, or with company data. */
export type PartnerOptions = string | (Partial<Seller> & Pick<Seller, 'uuid'>);

/** Completes a partner with known data, or with generated data that depends only on its UUID. */
export const completeSellers = (
  wishes: readonly PartnerOptions[],
  known: readonly Organization[],
): readonly Seller[] => {
  const sellers = known.flatMap((organization) => organization.sellers);
  const complete = (wish: PartnerOptions): Seller => {
    const { uuid, ...said } = typeof wish === 'string' ? { uuid: wish } : wish;
    const id = uuid.toLowerCase();
    const usual = sellers.find((seller) => seller.uuid === id);
    return usual === undefined
      ? drawSeller({ ...said, uuid: id }, createRandom(`partner/${id}`))
      : { ...usual, ...said, uuid: id };
  };
  return [...new Map(wishes.map(complete).map((seller) => [seller.uuid, seller])).values()];
};
