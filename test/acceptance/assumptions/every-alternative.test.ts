import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadAssumptions } from '../../../src/edges/files/load-own-contract.ts';
import { alternativesOf } from '../../../src/engine/assumptions/register.ts';
import type { Choice } from '../../../src/generated/assumption-choices.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createWorkflow } from '../../support/workflow.ts';
import { ANSWER_PLAYS } from './answer-plays.ts';
import { DELIVERY_PLAYS } from './delivery-plays.ts';
import { EVENT_PLAYS } from './event-plays.ts';
import { HTTP_PLAYS } from './http-plays.ts';
import type { Play, Stage } from './play.ts';
import { REQUEST_PLAYS } from './request-plays.ts';

/** An alternative without a play does not compile. */
const PLAYS: Readonly<Record<Choice, Play>> = {
  ...HTTP_PLAYS,
  ...REQUEST_PLAYS,
  ...ANSWER_PLAYS,
  ...DELIVERY_PLAYS,
  ...EVENT_PLAYS,
};

const choices = (await loadAssumptions()).flatMap((assumption) =>
  alternativesOf(assumption).map(({ id }) => `${assumption.id}=${id}` as Choice),
);

const started = await closedBy(afterAll).start();
beforeAll(async () => {
  const state = `${started.mock.url}/__admin/state`;
  const { checksum: _checksum, ...held } = (await started.api.get(state, { as: null })).body;
  await started.api.call('PUT', state, { body: { ...held, collections: {}, contents: {} }, as: null });
  await started.mock.snapshot('empty');
});

/** Every play begins in an empty sandbox: to make fixtures takes longer than to play. */
const enter = async (wishes: Readonly<Record<string, string>>): Promise<Stage> => {
  const { mock, api, clock } = started;
  await mock.restore('empty');
  // Budgets are counted by the minute.
  clock.advance(60_000 - (clock.now() % 60_000));
  await mock.assume(wishes);
  return { mock, api, clock, flow: createWorkflow(api, clock) };
};

test('every alternative that can be switched to has its play', () => {
  expect(choices.filter((choice) => !(choice in PLAYS))).toEqual([]);
  expect(Object.keys(PLAYS).filter((choice) => !choices.includes(choice as Choice))).toEqual([]);
});

test.each(choices)('%s', async (choice) => {
  const { observe, chosen, switched } = PLAYS[choice];
  const [id = '', alternative = ''] = choice.split('=');
  expect(await observe(await enter({}))).toEqual(chosen);
  expect(await observe(await enter({ [id]: alternative }))).toEqual(switched);
});
