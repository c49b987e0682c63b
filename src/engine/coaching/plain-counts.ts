import type { Counts } from './coverage.ts';

type Entries<Value> = readonly (readonly [string, Value])[];

/** Counters as JSON. */
export interface PlainCounts {
  readonly exchanges: number;
  readonly operations: Entries<{
    readonly calls: number;
    readonly answers: Entries<{ readonly count: number; readonly problemTypes: Entries<number> }>;
  }>;
  readonly problemTypes: Entries<number>;
  readonly events: Entries<number>;
  readonly capabilities: Entries<{ readonly used: number; readonly refused: number }>;
  readonly undescribed: Entries<number>;
}

export const toPlainCounts = (counts: Counts): PlainCounts => ({
  exchanges: counts.exchanges,
  operations: [...counts.operations].map(([id, { calls, answers }]) => [
    id,
    {
      calls,
      answers: [...answers].map(([status, { count, problemTypes }]) => [
        status,
        { count, problemTypes: [...problemTypes] },
      ]),
    },
  ]),
  problemTypes: [...counts.problemTypes],
  events: [...counts.events],
  capabilities: [...counts.capabilities].map(([name, own]) => [name, { ...own }]),
  undescribed: [...counts.undescribed],
});

export const fromPlainCounts = (plain: PlainCounts): Counts => ({
  exchanges: plain.exchanges,
  operations: new Map(
    plain.operations.map(([id, { calls, answers }]) => [
      id,
      {
        calls,
        answers: new Map(
          answers.map(([status, { count, problemTypes }]) => [status, { count, problemTypes: new Map(problemTypes) }]),
        ),
      },
    ]),
  ),
  problemTypes: new Map(plain.problemTypes),
  events: new Map(plain.events),
  capabilities: new Map(plain.capabilities.map(([name, own]) => [name, { ...own }])),
  undescribed: new Map(plain.undescribed),
});
