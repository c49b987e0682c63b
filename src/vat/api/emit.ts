import type { EmittedEvent } from '../../engine/message/event.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import type { Schemas } from './behaviour.ts';

export type EventType = Schemas['EventType'];

/** The `data` of an event, from the schemas that both descriptions share. */
export type EventPayload<Type extends EventType> = Schemas[Type];

/** Adds an event to the outbox; an invalid payload is a type error. */
export const emit = <Type extends EventType>(
  work: UnitOfWork,
  type: Type,
  seller: string | undefined,
  data: EventPayload<Type>,
): EmittedEvent => work.emit({ type, seller, data });
