import { toIsoDateTime } from '../../../kernel/clock.ts';
import type { CameEvent, CameRequest } from './came.ts';
import { type ScenarioReport, verdictOf } from './report.ts';
import { type Tally, createTally } from './tally.ts';
import { type Wish, isAbout } from './wish.ts';

/** What came, and when on the clock of the sandbox: milliseconds since the epoch. */
export type Happened = { readonly at: number } & (
  { readonly kind: 'request'; readonly request: CameRequest } | { readonly kind: 'event'; readonly event: CameEvent }
);

/** The expectations of one run of a scenario, and what came since it was activated. */
export interface Evaluation {
  readonly see: (happened: Happened) => void;
  /** Whether any of them is about an operation; a request of any other one need only be passed by. */
  readonly concerns: (operationId: string | undefined) => boolean;
  readonly passBy: (summary: CameRequest['summary']) => void;
  readonly report: (now: number) => ScenarioReport;
}

export interface Run {
  readonly scenario: string;
  /** Milliseconds since the epoch, sandbox time. */
  readonly activatedAt: number;
  /** When the first was told that came: later than `activatedAt` where some may have been missed. */
  readonly seenSince: number | undefined;
}

/** Time comes from outside: the same happenings give the same report. */
export const beginEvaluation = (wishes: readonly Wish[], { scenario, activatedAt, seenSince }: Run): Evaluation => {
  const tallies: readonly Tally[] = wishes.map(createTally);
  // Asked for every request: of each operation it is looked up once.
  const concerned = new Map<string | undefined, boolean>();
  return {
    see: (happened) => {
      const sinceActivation = happened.at - activatedAt;
      for (const tally of tallies)
        if (happened.kind === 'request') tally.request(happened.request, sinceActivation);
        else tally.event(happened.event, sinceActivation);
    },
    concerns: (operationId) => {
      let isConcerned = concerned.get(operationId);
      if (isConcerned === undefined)
        concerned.set(operationId, (isConcerned = wishes.some((wish) => isAbout(wish, operationId))));
      return isConcerned;
    },
    passBy: (summary) => {
      for (const tally of tallies) tally.otherRequest(summary);
    },
    report: (now) => {
      const isComplete = seenSince === undefined;
      const expectations = tallies.map((tally) => tally.report(now - activatedAt, isComplete));
      return {
        scenario,
        verdict: verdictOf(expectations),
        final: expectations.every(({ final }) => final),
        activatedAt: toIsoDateTime(activatedAt),
        now: toIsoDateTime(now),
        complete: isComplete,
        seenSince: toIsoDateTime(seenSince ?? activatedAt),
        expectations,
      };
    },
  };
};

/** The whole story at once. */
export const evaluate = (
  wishes: readonly Wish[],
  run: Run,
  happenings: readonly Happened[],
  now: number,
): ScenarioReport => {
  const evaluation = beginEvaluation(wishes, run);
  for (const happened of happenings) evaluation.see(happened);
  return evaluation.report(now);
};
