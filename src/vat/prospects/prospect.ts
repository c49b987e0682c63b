import { defineRecords, instant, key, object, oneOf, type TypeOf, uuid } from '../../engine/sdk.ts';
import { type Schemas, defineBehaviours } from '../api/behaviour.ts';
import { membersOf } from '../api/component-schema.ts';
import { show } from '../api/show.ts';
import { findBelowSeller } from '../api/find-record.ts';
import { pageOf } from '../api/page.ts';

/** A person or company that submitted its data to a seller through a public link. */
const schema = object({
  ...membersOf('Prospect', 'uuid', 'type'),
  seller: uuid,
  // Only companies have a name. Assumption: prospect-company-name.
  ...membersOf('ProspectCompanySubmission', 'companyName?', 'firstName', 'lastName', 'email'),
  /** "SUBMITTED occurs": it never changes. Assumption: prospect-status-values. */
  status: oneOf('SUBMITTED'),
  submittedAt: instant,
});

export type ProspectRecord = TypeOf<typeof schema>;

export const prospects = defineRecords(
  'prospects',
  schema,
  ({ uuid }) => uuid,
  ({ seller }) => [key('seller', seller)],
);

/** The prospect as the API shows it. */
export const toProspect = (record: ProspectRecord): Schemas['Prospect'] =>
  show(record, 'uuid', 'type', 'companyName', 'firstName', 'lastName', 'email', 'status', 'submittedAt');

/** Prospects as their seller sees them; created only through public links. */
export const prospectBehaviours = defineBehaviours({
  listProspects: async ({ query, seller, work }) => ({
    status: 200,
    body: await pageOf(work, prospects, [key('seller', seller)], query, toProspect),
  }),

  getProspect: ({ path, seller, work }) => ({
    status: 200,
    body: toProspect(findBelowSeller(work, prospects, seller, path.uuid)),
  }),
});
