import type { EmittedEvent } from '../message/message.ts';
import { defineRecords } from './collection.ts';
import { instant, label, matching, object, schemaOf } from './record-schema.ts';

/** The outbox. */
export const events = defineRecords(
  'events',
  object({
    id: matching('^evt_[0-9A-HJKMNP-TV-Z]{26}$'),
    type: label,
    createdAt: instant,
    'about?': label,
    data: schemaOf<object>({ type: 'object' }),
  }),
  ({ id }: EmittedEvent) => id,
);
