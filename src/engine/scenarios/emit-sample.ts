import { type Json, type JsonObject, toNumbers } from '../../kernel/json.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { overlay } from './overlay.ts';
import type { Members } from './scenario-file.ts';
import type { EventDescription, Vocabulary } from './vocabulary.ts';

type Words = Pick<Vocabulary, 'errorsAt' | 'event'>;

/** A whole event: the first sample of the description that the data fit into, else the first, with the data laid over. */
export const toEvent = ({ pointer, samples }: EventDescription, data: Members, { errorsAt }: Words): JsonObject => {
  const events = samples.map((sample) => overlay(sample as Json, { data }) as JsonObject);
  return events.find((event) => errorsAt(pointer, toNumbers(event)).length === 0) ?? events[0] ?? { data };
};

/** Emits an event with the data of a sample, and other members where they are given. */
export const createSampleEmitter =
  (words: () => Words) =>
  async (work: UnitOfWork, type: string, data: Members): Promise<void> => {
    const event = words().event(type);
    const whole = event === undefined ? { data } : toEvent(event, data, words());
    await work.emit({ type, data: whole['data'] as object });
  };
