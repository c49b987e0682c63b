import type { Organization, Seller } from '../../identity/organization.ts';
import { createRandom } from '../../kernel/random.ts';
import { drawSeller } from './draw-seller.ts';

/** An authorized partner as a call names it: by UUID alone, or with what is to be known of the company. */
export type PartnerOptions = string | (Partial<Seller> & Pick<Seller, 'uuid'>);

/** What is not said of a partner stays as it is known, or is made up: the same for the same UUID each time. */
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
