import { toIsoDateTime } from '../../kernel/clock.ts';
import { stringifyJson } from '../../kernel/json.ts';
import type { EmittedEvent } from '../message/event.ts';

/** Members common to all events: the complete body of a delivery. Assumption: event-envelope. */
export interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
  readonly organizationUuid: string;
  readonly data: object;
}

export const toEnvelope = (
  { id, type, createdAt, data }: Pick<EmittedEvent, 'id' | 'type' | 'createdAt' | 'data'>,
  organization: string,
): Envelope => ({ id, type, createdAt: toIsoDateTime(createdAt), organizationUuid: organization, data });

/** Serializes the body that is stored, signed and sent. */
export const toBody = (envelope: object): string => stringifyJson(envelope);
