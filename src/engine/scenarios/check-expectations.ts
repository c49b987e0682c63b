import type { Pause } from '../../kernel/time-slices.ts';
import { findResponse } from '../contract/contract.ts';
import { checkConditions } from './check-conditions.ts';
import { checkEventData } from './check-timeline.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import type { Expectation } from '../../generated/scenario-file.ts';
import type { ScenarioSchema } from './scenario-schema.ts';

/** Members for expectations on requests only, not on events. */
const OF_REQUESTS = ['when', 'answered', 'sameIdempotencyKey', 'afterRetryAfter'] as const;

export const checkExpectations = async (
  expectations: readonly Expectation[],
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  scripted: ReadonlySet<number> = new Set(),
  pause?: Pause,
): Promise<void> => {
  for (const [index, expectation] of expectations.entries()) {
    await checkOne(expectation, scenarioSchema, diagnostics.at(index), pause);
    checkAnswer(expectation, scenarioSchema, diagnostics.at(index), scripted);
  }
};

/** Rejects expectations on responses or requests that are impossible, since they would never match. */
const checkAnswer = (
  { request, answered, sameIdempotencyKey }: Expectation,
  { operation }: ScenarioSchema,
  diagnostics: DiagnosticList,
  scripted: ReadonlySet<number>,
): void => {
  const found = request === undefined ? undefined : operation(request);
  if (found === undefined) return;
  if (answered !== undefined && findResponse(found, answered) === undefined && !scripted.has(answered))
    diagnostics
      .at('answered')
      .add(
        `${found.id} never returns ${String(answered)}, neither in the API description nor in a step of this scenario: choose one of ${found.responses.map(({ status }) => status).join(', ')}`,
      );
  if (sameIdempotencyKey === true && !found.parameters.some(({ name }) => name === 'idempotency-key'))
    diagnostics.at('sameIdempotencyKey').addKey(`${found.id} accepts no Idempotency-Key: remove sameIdempotencyKey`);
};

const checkOne = async (
  expectation: Expectation,
  scenarioSchema: ScenarioSchema,
  diagnostics: DiagnosticList,
  pause: Pause | undefined,
): Promise<void> => {
  const { request, event, when, data, times, atLeast, atMost } = expectation;
  if ((request === undefined) === (event === undefined))
    diagnostics.add(
      request === undefined
        ? 'expects nothing: add request or event'
        : 'has both request and event: use separate entries',
    );
  if (request === undefined)
    for (const name of OF_REQUESTS)
      if (expectation[name] !== undefined) diagnostics.at(name).addKey(`${name} requires request: remove it`);
  if (request !== undefined && when !== undefined) {
    const operation = scenarioSchema.operation(request);
    const operations = operation === undefined ? scenarioSchema.contract.operations : [operation];
    await checkConditions(when, operations, scenarioSchema, diagnostics.at('when'), pause);
  }
  if (event === undefined && data !== undefined) diagnostics.at('data').addKey('data requires event: remove data');
  if (event !== undefined && data !== undefined) checkEventData(event, data, scenarioSchema, diagnostics.at('data'));
  if (times !== undefined && (atLeast !== undefined || atMost !== undefined))
    diagnostics.at('times').addKey('times is exact: remove it, or remove atLeast and atMost');
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost)
    diagnostics.at('atLeast').add(`${String(atLeast)} is more than atMost, ${String(atMost)}: swap them`);
};
