import type { components } from '../../src/generated/admin-types.ts';
import type { CallOptions } from './call.ts';
import { type Read, useCall } from './use-call.ts';

type Schemas = components['schemas'];

/** What the control API answers, by collection. */
interface Collections {
  readonly orders: { readonly list: Schemas['OrderSummaryList']; readonly one: Schemas['OrderDetail'] };
  readonly buyers: { readonly list: Schemas['BuyerSummaryList']; readonly one: Schemas['BuyerDetail'] };
  readonly jobs: { readonly list: Schemas['DueJobList']; readonly one: Schemas['DueJob'] };
}

type Kinds = Parameters<typeof useCall>[2];

/** A page of a collection, read again when something of the kinds changed. */
export const useRecords = <Name extends keyof Collections>(
  collection: Name,
  query: NonNullable<CallOptions<'GET', '/records/{collection}'>['query']>,
  kinds: Kinds,
): Read<Collections[Name]['list']> =>
  useCall('/records/{collection}', { path: { collection }, query }, kinds) as Read<Collections[Name]['list']>;

/** A record with everything that belongs to it. */
export const useRecord = <Name extends keyof Collections>(
  collection: Name,
  id: string,
  kinds: Kinds,
): Read<Collections[Name]['one']> =>
  useCall('/records/{collection}/{id}', { path: { collection, id } }, kinds) as Read<Collections[Name]['one']>;
