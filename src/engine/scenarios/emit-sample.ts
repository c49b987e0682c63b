import type { Json } from '../../kernel/json.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { overlay } from './overlay.ts';
import type { Members } from './scenario-file.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Emits an event with the data of the description's first example, and other members where they are given. */
export const createSampleEmitter =
  (vocabulary: () => Pick<Vocabulary, 'event'>) =>
  async (work: UnitOfWork, type: string, data: Members): Promise<void> => {
    const sample = (vocabulary().event(type)?.sample['data'] ?? {}) as Json;
    await work.emit({ type, data: overlay(sample, data) as object });
  };
