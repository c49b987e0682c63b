import { expect, test } from '@jest/globals';
import { type PlayedStep, type Show, createShows } from '../../../src/control/show/shows.ts';

const MEBIBYTE = 1_048_576;

test('the oldest checkpoints make room: those of a show beyond four mebibytes, then those of the largest show', () => {
  const shows = createShows({ most: 10, memory: 6 * MEBIBYTE });
  const begin = (organization: string): Show => {
    const show = { storyboard: { name: organization, steps: [] }, played: [], isPlaying: false } as unknown as Show;
    shows.begin(organization, show);
    return show;
  };
  const keep = (show: Show, mebibytes: number): PlayedStep => {
    const step = { before: undefined } as PlayedStep;
    show.played.push(step);
    shows.keep(show, step, new Uint8Array(mebibytes * MEBIBYTE));
    return step;
  };
  const isKept = ({ before }: PlayedStep): boolean => before !== undefined;
  const [one, other] = [begin('one'), begin('other')];
  const small = keep(other, 2);
  const large = [1, 2, 3].map(() => keep(one, 2));
  expect(large.map(isKept)).toEqual([false, true, true]);
  keep(other, 1);
  expect([large.map(isKept), isKept(small)]).toEqual([[false, false, true], true]);
});
