import { expect, test } from '@jest/globals';
import { createCheckpointLog } from '../../../src/control/show/checkpoints.ts';
import type { LogPiece } from '../../../src/engine/sandbox/live-state.ts';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';

const OWNER = { sandbox: 'demo', uuid: 'organization' };
const OTHER = { sandbox: 'other', uuid: 'another' };
const MEBIBYTE = 1_048_576;

const checkpoint = (size: number, fill = 1): Uint8Array => Buffer.alloc(size, fill);

test('checkpoints go to the next home in pieces, each when it is new, and positions go on there', () => {
  const one = createCheckpointLog(Infinity);
  const pieces: LogPiece[] = [];
  const save = (log = one.log): void => {
    const piece = log.take(OWNER);
    if (piece !== undefined) pieces.push(JSON.parse(JSON.stringify(piece)) as LogPiece);
  };
  const positions = [one.add(OWNER, checkpoint(3, 1)), one.add(OWNER, checkpoint(3, 2))];
  save();
  save();
  positions.push(one.add(OWNER, checkpoint(3, 3)));
  save();
  expect(pieces.map(({ number, from }) => [number, from])).toEqual([
    [positions[1], positions[0]],
    [positions[2], positions[0]],
  ]);

  const next = createCheckpointLog(Infinity);
  runAtOnce(next.log.load(OWNER, pieces));
  expect(positions.map((position) => [...(next.find(OWNER, position) ?? [])])).toEqual([
    [1, 1, 1],
    [2, 2, 2],
    [3, 3, 3],
  ]);
  save(next.log);
  expect(pieces).toHaveLength(2);
  expect(next.add(OWNER, checkpoint(1))).toBeGreaterThan(positions[2] ?? 0);
});

test('the oldest make room: those of a show beyond four mebibytes, then those of the largest show', () => {
  const log = createCheckpointLog(6 * MEBIBYTE);
  const small = log.add(OTHER, checkpoint(2 * MEBIBYTE));
  const large = [1, 2, 3].map((fill) => log.add(OWNER, checkpoint(2 * MEBIBYTE, fill)));
  const found = (): boolean[] => large.map((position) => log.find(OWNER, position) !== undefined);
  expect(found()).toEqual([false, true, true]);
  log.add(OTHER, checkpoint(1));
  expect([found(), log.find(OTHER, small) !== undefined]).toEqual([[false, false, true], true]);
});

test('a reset and the end of a sandbox drop them', () => {
  const log = createCheckpointLog(Infinity);
  const position = log.add(OWNER, checkpoint(1));
  log.log.reset(OWNER);
  expect([log.find(OWNER, position), log.log.take(OWNER)]).toEqual([undefined, undefined]);
});
