import type { EmittedEvent } from '../message/event.ts';
import { defineCollection } from './collection.ts';

/** The outbox. */
export const events = defineCollection<EmittedEvent>('events', ({ id }) => id);
