import { findResponse } from '../contract/find-response.ts';
import { checkConditions } from './check-conditions.ts';
import { checkDuration } from './check-duration.ts';
import { checkEventData } from './check-timeline.ts';
import type { FlawList } from './flaw.ts';
import { suggest } from '../matching/nearest.ts';
import type { Expectation } from './expectations/expectation-file.ts';
import type { Vocabulary } from './vocabulary.ts';

const LONGEST = 366 * 86_400_000;

/** What goes with requests, and what with events. */
const OF_REQUESTS = ['when', 'answered', 'sameIdempotencyKey', 'afterRetryAfter'] as const;

export const checkExpectations = async (
  expectations: readonly Expectation[],
  vocabulary: Vocabulary,
  flaws: FlawList,
  scripted: ReadonlySet<number> = new Set(),
): Promise<void> => {
  for (const [index, expectation] of expectations.entries()) {
    await checkOne(expectation, vocabulary, flaws.at(index));
    checkAnswer(expectation, vocabulary, flaws.at(index), scripted);
  }
};

/** What no answer can have, and no request can carry, is never counted. */
const checkAnswer = (
  { request, answered, sameIdempotencyKey }: Expectation,
  { operation }: Vocabulary,
  flaws: FlawList,
  scripted: ReadonlySet<number>,
): void => {
  const found = request === undefined ? undefined : operation(request);
  if (found === undefined) return;
  if (answered !== undefined && findResponse(found, answered) === undefined && !scripted.has(answered))
    flaws
      .at('answered')
      .add(
        `${found.id} never returns ${String(answered)}, neither in the API description nor in a step of this scenario: choose one of ${found.responses.map(({ status }) => status).join(', ')}`,
      );
  if (sameIdempotencyKey === true && !found.parameters.some(({ name }) => name === 'idempotency-key'))
    flaws.at('sameIdempotencyKey').addKey(`${found.id} accepts no Idempotency-Key: remove sameIdempotencyKey`);
};

const checkOne = async (expectation: Expectation, vocabulary: Vocabulary, flaws: FlawList): Promise<void> => {
  const { request, event, when, data, times, atLeast, atMost, within } = expectation;
  if ((request === undefined) === (event === undefined))
    flaws.add(
      request === undefined
        ? 'expects nothing: add request or event'
        : 'has both request and event: use separate entries',
    );
  if (request !== undefined) await checkRequest(request, when, vocabulary, flaws);
  else
    for (const name of OF_REQUESTS)
      if (expectation[name] !== undefined) flaws.at(name).addKey(`${name} requires request: remove it`);
  if (event !== undefined && !vocabulary.eventTypes.includes(event))
    flaws.at('event').add(`there is no event "${event}": ${suggest(event, vocabulary.eventTypes)}`);
  if (event !== undefined && data !== undefined) checkEventData(event, data, vocabulary, flaws.at('data'));
  if (event === undefined && data !== undefined) flaws.at('data').addKey('data requires event: remove data');
  if (times !== undefined && (atLeast !== undefined || atMost !== undefined))
    flaws.at('times').addKey('times is exact: remove it, or remove atLeast and atMost');
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost)
    flaws.at('atLeast').add(`${String(atLeast)} is more than atMost, ${String(atMost)}: swap them`);
  if (within !== undefined) checkDuration(within, { most: LONGEST, least: 1 }, flaws.at('within'));
};

const checkRequest = async (
  request: string,
  when: Expectation['when'],
  vocabulary: Vocabulary,
  flaws: FlawList,
): Promise<void> => {
  const operation = vocabulary.operation(request);
  if (operation === undefined && request !== '*')
    flaws
      .at('request')
      .add(`the description has no operation "${request}": ${suggest(request, vocabulary.operationIds)}`);
  if (when === undefined) return;
  const operations = operation === undefined ? vocabulary.contract.operations : [operation];
  await checkConditions(when, operations, vocabulary, flaws.at('when'));
};
