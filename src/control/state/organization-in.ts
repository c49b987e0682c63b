import {
  type KeptChange,
  type OrganizationChange,
  applyChange,
  combineChanges,
  organizationChanges,
} from '../../engine/sandbox/organization-change.ts';
import type { Organization, Seller } from '../../identity/organization.ts';
import type { StateDocument } from './state-document.ts';

type Change = OrganizationChange<Organization>;

/** What a state changes of the organization. What is no change at all is left out: the check of its record complains. */
const changeIn = ({ collections }: StateDocument): Change => {
  const values = (collections[organizationChanges.name]?.documents ?? []).map(({ value }) => value);
  const { sellers, ...rest } = combineChanges(values.filter(isChange)) as Change;
  const areSellers = Array.isArray(sellers) && sellers.every((seller) => typeof seller === 'object' && seller !== null);
  return areSellers ? { ...rest, sellers } : rest;
};

const isChange = (value: unknown): value is KeptChange => typeof value === 'object' && value !== null;

/** Sellers whose data a state may hold: a partner may go, and its data stay. */
export const sellersFor = (beginning: Organization, state: StateDocument): readonly Seller[] => [
  ...new Map(
    [...beginning.sellers, ...(changeIn(state).sellers ?? [])].map((seller) => [seller.uuid, seller]),
  ).values(),
];

/**
 * An organization of its own for a fork: it begins as the other one is now, so that what the call says comes last. Only
 * partners that have gone stay a change, since the data of theirs are there.
 */
export const organizationOfFork = (
  beginning: Organization,
  state: StateDocument,
): { readonly organization: Organization; readonly state: StateDocument } => {
  const change = changeIn(state);
  const { checksum: _checksum, ...rest } = state;
  const { [organizationChanges.name]: kept, ...collections } = state.collections;
  const own =
    kept === undefined || change.sellers === undefined
      ? {}
      : {
          [organizationChanges.name]: {
            ...kept,
            documents: kept.documents.slice(0, 1).map((document) => ({
              ...document,
              value: { id: document.id, sellers: change.sellers },
            })),
          },
        };
  return {
    organization: { ...applyChange(beginning, change), sellers: sellersFor(beginning, state) },
    state: { ...rest, collections: { ...collections, ...own } },
  };
};
