import type { State as Described, StateRecord as DescribedRecord } from '../../../src/generated/control-schemas.ts';

/** A record whose value a test looks into. */
export type StateRecord = DescribedRecord & { readonly value: Readonly<Record<string, unknown>> };

export type State = Omit<Described, 'collections'> & {
  readonly collections: Readonly<Record<string, { readonly last: number; readonly documents: readonly StateRecord[] }>>;
};
