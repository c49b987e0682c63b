import {
  type KeptChange,
  type OrganizationChange,
  applyChange,
  combineChanges,
  organizationChanges,
} from '../../engine/sandbox/organization-change.ts';
import type { Organization, Seller } from '../../identity/organization.ts';
import type { StateDocument } from './state-document.ts';

/** The changes of the organization in a state. Invalid sellers are ignored here: the check of their record reports them. */
const changeIn = ({ collections }: StateDocument): OrganizationChange<Organization> => {
  const values = (collections[organizationChanges.name]?.documents ?? []).map(({ value }) => value as KeptChange);
  const { sellers, ...rest } = combineChanges(values) as OrganizationChange<Organization>;
  const areSellers = Array.isArray(sellers) && sellers.every((seller) => typeof seller === 'object' && seller !== null);
  return areSellers ? { ...rest, sellers } : rest;
};

/** Sellers whose data a state may contain: a partner may be withdrawn, but its data remain. */
export const sellersFor = (beginning: Organization, state: StateDocument): readonly Seller[] => [
  ...new Map(
    [...beginning.sellers, ...(changeIn(state).sellers ?? [])].map((seller) => [seller.uuid, seller]),
  ).values(),
];

/**
 * A separate organization for a fork: it starts with the current values of the source, so that the options of the call
 * override them. Only withdrawn partners remain a change, since their data still exist.
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
