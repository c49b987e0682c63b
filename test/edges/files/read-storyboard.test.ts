import { beforeAll, expect, test } from '@jest/globals';
import { LARGEST_STORYBOARD, type StoryboardWords, storyboardWords } from '../../../src/control/show/storyboard.ts';
import { loadAdminContract, loadOwnContract } from '../../../src/edges/files/load-own-contract.ts';
import { STORYBOARD_FILES } from '../../../src/edges/files/storyboard-files.ts';
import { FileError, formatFault } from '../../../src/kernel/user-errors.ts';
import { BROKEN_STORYBOARDS, TOO_LONG } from './broken-storyboards.ts';

let words: StoryboardWords;

beforeAll(async () => {
  words = storyboardWords(await loadOwnContract(), await loadAdminContract());
});

const faultsOf = async (text: string): Promise<readonly string[]> => {
  try {
    await STORYBOARD_FILES.read(text, 'broken.yaml', { words });
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.faults.map(formatFault);
  }
};

test.each(BROKEN_STORYBOARDS.map(([text, fault]) => ({ text, fault })))('$fault', async ({ text, fault }) => {
  const faults = await faultsOf(text);
  const expected = `broken.yaml:${fault.replace(' ', ': ')}`;
  expect(faults.map((told) => told.slice(0, expected.length))).toEqual([expected]);
});

test('a storyboard with too many steps, or too many bytes, is told to be split', async () => {
  expect(await faultsOf(TOO_LONG)).toEqual([
    'broken.yaml:5:3: chapters: has 62 steps, but the maximum is 60: split the storyboard.',
  ]);
  expect(await faultsOf(`# ${'x'.repeat(LARGEST_STORYBOARD)}`)).toEqual([
    `broken.yaml:1:1: the file is larger than ${String(LARGEST_STORYBOARD)} bytes: split it into several storyboards`,
  ]);
});

test('all faults are reported at once', async () => {
  const faults = await faultsOf(
    'storyboard: broken\ntitle: Broken\nclock: noon\nchapters:\n  - title: One\n    steps:\n      - { title: A, sentence: B, actions: [{ call: getMe }, { control: go }] }\n',
  );
  expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
    'broken.yaml:3:8',
    'broken.yaml:7:52',
    'broken.yaml:7:72',
  ]);
});

test('a call that is meant to be wrong is not checked', async () => {
  const text = `storyboard: broken
title: Broken
clock: 2026-11-30T08:30:00Z
chapters:
  - title: One
    steps:
      - title: A
        sentence: B
        actions:
          - { call: createOrder, params: { sellerId: none }, body: { no: order }, status: 422, offContract: true }
`;
  expect(await faultsOf(text)).toEqual([]);
});
