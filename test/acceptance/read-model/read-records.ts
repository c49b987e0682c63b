import type {
  BuyerDetail,
  BuyerSummary,
  DueJob,
  OrderDetail,
  OrderSummary,
  RecordList,
} from '../../../src/generated/control-schemas.ts';
import { type AdminClient, succeed } from '../control-api/admin-client.ts';

interface Collections {
  readonly orders: readonly [OrderSummary, OrderDetail];
  readonly buyers: readonly [BuyerSummary, BuyerDetail];
  readonly jobs: readonly [DueJob, DueJob];
}

/** Reads a collection of the sandbox, or one record of it. */
export const readRecords =
  <Name extends keyof Collections>(admin: AdminClient, collection: Name) =>
  async (query = '') =>
    succeed(await admin('GET', `/records/${collection}${query}`)).body as Omit<RecordList, 'data'> & {
      readonly data: readonly Collections[Name][0][];
      readonly counts: NonNullable<RecordList['counts']>;
    };

export const readRecord =
  <Name extends keyof Collections>(admin: AdminClient, collection: Name) =>
  async (id: string) =>
    succeed(await admin('GET', `/records/${collection}/${id}`)).body as Collections[Name][1];
