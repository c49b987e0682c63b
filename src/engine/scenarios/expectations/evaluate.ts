import { toIsoDateTime } from '../../../kernel/clock.ts';
import type { ObservedEvent, ObservedRequest } from './observed.ts';
import { type ObservedReport, verdictOf } from './report.ts';
import { type CapturedCount, type ExpectationCounter, createExpectationCounter } from './counter.ts';
import { type CompiledExpectation, isAbout } from './compiled-expectation.ts';

/** A request or event, with its time on the sandbox clock: milliseconds since the epoch. */
export type Observation = { readonly at: number } & (
  | { readonly kind: 'request'; readonly request: ObservedRequest }
  | { readonly kind: 'event'; readonly event: ObservedEvent }
);

/** The expectations of one run of a scenario, evaluated against everything since its activation. */
export interface Evaluation {
  readonly see: (observation: Observation) => void;
  /** Whether any expectation concerns an operation; for a request of any other operation, `passBy` is enough. */
  readonly concerns: (operationId: string | undefined) => boolean;
  readonly passBy: (summary: ObservedRequest['summary']) => void;
  readonly report: (now: number) => ObservedReport;
  /** What was counted, as JSON; see the counters. */
  readonly capture: (offset: number) => CapturedEvaluation;
}

export interface CapturedEvaluation {
  readonly seenSince?: number | undefined;
  readonly counts: readonly CapturedCount[];
}

interface Run {
  readonly scenario: string;
  /** Milliseconds since the epoch, sandbox time. */
  readonly activatedAt: number;
  /** Start of the observation: later than `activatedAt` if requests may have been missed. */
  readonly seenSince: number | undefined;
}

/** Time is passed in, so that the same input gives the same report. It goes on from `counts`, if there are any. */
export const beginEvaluation = (
  compiledExpectations: readonly CompiledExpectation[],
  { scenario, activatedAt, seenSince }: Run,
  counts: readonly CapturedCount[] = [],
  offset = 0,
): Evaluation => {
  const counters: readonly ExpectationCounter[] = compiledExpectations.map((compiledExpectation, index) =>
    createExpectationCounter(compiledExpectation, counts[index], offset),
  );
  // Called for every request, so the result is cached per operation.
  const concerned = new Map<string | undefined, boolean>();
  return {
    see: (observation) => {
      const sinceActivation = observation.at - activatedAt;
      for (const counter of counters)
        if (observation.kind === 'request') counter.request(observation.request, sinceActivation);
        else counter.event(observation.event, sinceActivation);
    },
    concerns: (operationId) => {
      let isConcerned = concerned.get(operationId);
      if (isConcerned === undefined)
        concerned.set(
          operationId,
          (isConcerned = compiledExpectations.some((compiledExpectation) => isAbout(compiledExpectation, operationId))),
        );
      return isConcerned;
    },
    passBy: (summary) => {
      for (const counter of counters) counter.otherRequest(summary);
    },
    capture: (offset) => ({ seenSince, counts: counters.map((counter) => counter.capture(offset)) }),
    report: (now) => {
      const isComplete = seenSince === undefined;
      const expectations = counters.map((counter) => counter.report(now - activatedAt, isComplete));
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

/** Evaluates a complete sequence at once. */
export const evaluate = (
  compiledExpectations: readonly CompiledExpectation[],
  run: Run,
  happenings: readonly Observation[],
  now: number,
): ObservedReport => {
  const evaluation = beginEvaluation(compiledExpectations, run);
  for (const observation of happenings) evaluation.see(observation);
  return evaluation.report(now);
};
