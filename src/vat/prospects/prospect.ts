import { defineCollection, key } from '../../engine/sandbox/collection.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Schemas } from '../api/behaviour.ts';

/** A person or company that submitted its data to a seller through a public link. */
export interface ProspectRecord {
  readonly uuid: string;
  readonly seller: string;
  readonly type: Schemas['ProspectType'];
  /** Only for companies. Assumption: prospect-company-name. */
  readonly companyName?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** "SUBMITTED occurs": it never changes. Assumption: prospect-status-values. */
  readonly status: 'SUBMITTED';
  /** Milliseconds since the epoch. */
  readonly submittedAt: number;
}

export const prospects = defineCollection<ProspectRecord>(
  'prospects',
  ({ uuid }) => uuid,
  ({ seller }) => [key('seller', seller)],
);

/** The prospect as the API shows it. */
export const toProspect = (record: ProspectRecord): Schemas['Prospect'] => ({
  uuid: record.uuid,
  type: record.type,
  ...(record.companyName === undefined ? {} : { companyName: record.companyName }),
  firstName: record.firstName,
  lastName: record.lastName,
  email: record.email,
  status: record.status,
  submittedAt: toIsoDateTime(record.submittedAt),
});
