import { afterAll, describe, expect, test } from '@jest/globals';
import { closedBy } from '../../support/closed-by.ts';
import { scenarioNames } from '../../support/scenario-names.ts';

import { createAdminClient } from '../control-api/admin-client.ts';
import type { Habits } from './client/habits.ts';
import { type Ends, type Play, resultOf, setStage } from './play.ts';
import { ACCESS } from './plays/access.ts';
import { CONFLICTS } from './plays/conflicts.ts';
import { IDEMPOTENCY } from './plays/idempotency.ts';
import { LATER } from './plays/later.ts';
import { LIMITS } from './plays/limits.ts';
import { SERVICE } from './plays/service.ts';
import { WEBHOOKS } from './plays/webhooks.ts';

const PLAYS: Readonly<Record<string, Play>> = {
  ...IDEMPOTENCY,
  ...LIMITS,
  ...ACCESS,
  ...CONFLICTS,
  ...LATER,
  ...SERVICE,
  ...WEBHOOKS,
};

// Starting takes longer than playing: all is played in two servers, from the beginning each time.

const { start } = closedBy(afterAll);
const hurried = await start({ delays: 'skip' });
const patient = await start();

interface Played extends Ends {
  /** Rules that the client was seen to break; `?` where it need not have been one. */
  readonly findings: readonly string[];
  /** Of the expectations of the scenario, and those that were not met. */
  readonly verdict: string;
  readonly broken: readonly string[];
}

const perform = async (name: string, { play, after, delays = 'skip', habits }: Play, change: Partial<Habits>) => {
  const started = delays === 'real' ? patient : hurried;
  await started.mock.reset();
  const stage = setStage(started, name, { ...habits, ...change });
  const result = await resultOf(play(stage));
  const { body } = await createAdminClient(started)('GET', '/findings');
  const findings = (body.data as readonly { readonly rule: string }[]).map(({ rule }) => rule);
  const scenarios = await started.mock.scenarios();
  const { verdict, expectations } = await scenarios.expectations(name);
  const broken = expectations.filter((one) => one.verdict !== 'met').map(({ wanted, came }) => `${wanted}: ${came}`);
  await scenarios.deactivate(name);
  const stub = await after?.(stage);
  return { result, ...(stub === undefined ? {} : { stub }), findings, verdict, broken } satisfies Played;
};

describe.each(Object.entries(PLAYS))('%s', (name, scene) => {
  test('a correct client gets through, and nothing is found', async () => {
    expect(await perform(name, scene, {})).toEqual({ ...scene.ends, findings: [], verdict: 'met', broken: [] });
  });

  test.each(scene.wrong.map((wrong) => [wrong.does, wrong] as const))(
    'a wrong client %s, and is told',
    async (_does, { habits, finding, isUnexpected = false, ends = scene.ends }) => {
      const { findings, verdict, broken, ...end } = await perform(name, scene, habits);
      expect(end).toEqual(ends);
      if (finding === undefined) expect(findings).toEqual([]);
      else expect(findings).toContain(finding);
      // What has not come by now does not come any more.
      expect({ isUnexpected: verdict !== 'met', broken }).toMatchObject({ isUnexpected });
    },
  );
});

test('every mistake shows in something: in a finding, in an expectation, or in what the client ends up with', () => {
  for (const [name, { ends, wrong }] of Object.entries(PLAYS))
    for (const { does, finding, isUnexpected, ends: other = ends } of wrong)
      expect([name, does, finding !== undefined || isUnexpected === true || other !== ends]).toEqual([
        name,
        does,
        true,
      ]);
});

test('every ready scenario is played', () => {
  expect(Object.keys(PLAYS).sort()).toEqual([...scenarioNames()].sort());
});
