import { readdirSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import type { StoryboardFile } from '../../../src/generated/storyboard-file.ts';
import { readYamlHere } from '../../../src/edges/files/located-file.ts';

import { openMock } from '../../support/stores/on-named-store.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { type Show, createDirectorClient, shownBy } from './director.ts';

const NAMES = readdirSync(new URL('../../../storyboards/', import.meta.url))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.replace('.yaml', ''));

const mock = await openMock({ clock: createTestClock(), seed: '42', delays: 'skip' });
const director = createDirectorClient(mock);

afterAll(() => mock.close());

const shownIfProved = (show: Show): string => {
  expect([show.failure, show.current?.proof.filter(({ holds }) => holds !== true)]).toEqual([null, []]);
  return shownBy(show);
};

test('the five bundled storyboards are listed', async () => {
  expect((await director.list()).map(({ name }) => name)).toEqual(NAMES.sort());
  expect(NAMES).toHaveLength(5);
});

test.each(NAMES)('%s has no faults, and every step proves what its caption says', async (name) => {
  const text = await director.textOf(name);
  expect((await director.play(text)).storyboard).toBe(name);
  const { chapters } = (await readYamlHere(text, name)).value as unknown as StoryboardFile;
  const steps = chapters.flatMap((chapter) => chapter.steps);
  expect(steps.filter(({ proof = [] }) => proof.length === 0).map(({ sentence }) => sentence)).toEqual([]);
});

test.each(NAMES)('%s leads to the same answers, forwards twice and with every step taken back', async (name) => {
  const forwards: string[][] = [];
  for (let round = 0; round < 2; round++) {
    const shown: string[] = [];
    const { steps } = await director.start(name);
    while (shown.length < steps) shown.push(shownIfProved(await director.next()));
    expect((await director.read()).status).toBe('finished');
    const { data } = (await director.call('GET', '/records/orders?limit=100')).body as {
      data: readonly { uuid: string }[];
    };
    expect(data.length).toBeGreaterThan(0);
    for (const { uuid } of data)
      expect((await director.call('GET', `/records/orders/${uuid}`)).body.warnings).toEqual([]);
    forwards.push(shown);
  }
  expect(forwards[1]).toEqual(forwards[0]);

  const { steps } = await director.start(name);
  for (let index = 0; index < steps; index++) {
    expect(shownIfProved(await director.next())).toBe(forwards[0]?.[index]);
    const before = await director.back();
    expect([before.played, before.current === null ? undefined : shownBy(before)]).toEqual([
      index,
      forwards[0]?.[index - 1],
    ]);
    expect(shownIfProved(await director.next())).toBe(forwards[0]?.[index]);
  }

  // Back over several steps at once, and forwards again.
  const again = await director.jump(1);
  expect([again.played, again.current]).toEqual([0, null]);
  const { outline } = again;
  const last = await director.jump(outline.length, outline.at(-1)?.steps.length);
  expect(shownIfProved(last)).toBe(forwards[0]?.at(-1));
});
