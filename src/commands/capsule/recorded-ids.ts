import type { Random } from '../../kernel/random.ts';

/** A random source that returns the recorded ids, in their recorded order. */
export interface RecordedIds {
  readonly random: Random;
  /** Sets the ids of the next exchange. */
  readonly next: (id: string, traceId: string) => void;
}

export const createRecordedIds = (): RecordedIds => {
  let words: number[] = [];
  const uint32 = (): number => words.shift() ?? 0;
  const random: Random = {
    uint32,
    integer: (min, max) => min + Math.floor((uint32() / 0x1_0000_0000) * (max - min + 1)),
    split: () => random,
  };
  return {
    random,
    next: (id, traceId) => {
      words = [...wordsOf(id), ...wordsOf(traceId)];
    },
  };
};

/** A 128-bit id as it is generated: four words of eight hexadecimal digits. */
const wordsOf = (text: string): number[] => {
  const digits = text.replaceAll('-', '').padEnd(32, '0');
  return [0, 8, 16, 24].map((from) => Number.parseInt(digits.slice(from, from + 8), 16));
};
