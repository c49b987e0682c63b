import { expect, test } from '@jest/globals';
import { unlimitedMemory } from '../../support/unlimited-memory.ts';
import type { ControlCall } from '../../../src/engine/capsule/capsule.ts';
import { createControlNotes } from '../../../src/engine/capsule/control-notes.ts';
import { createLiveStateCarrier } from '../../../src/engine/sandbox/live-state-carrier.ts';

const OWNER = { sandbox: 'demo', uuid: 'organization' };

const BEGINNING = { since: 9, version: '1.2.3', marks: { one: 4 } };

const startProcess = () => {
  const notes = createControlNotes(500, unlimitedMemory());
  const carrier = createLiveStateCarrier([notes.live]);
  return {
    notes,
    carrier,
    steer: (path: string) => {
      notes.add(OWNER.uuid, { path } as ControlCall, 7);
    },
    noted: () => notes.find(OWNER.uuid)?.controls.map(({ path, after }) => `${path} after ${String(after)}`),
  };
};

test('control calls of two processes are notes of both, until one of them forgets', () => {
  const [one, other, late] = [startProcess(), startProcess(), startProcess()];
  const all = new Map<string, unknown>();
  const take = (to: typeof one): void => {
    to.carrier.restoreAll(
      OWNER,
      [...all].map(([name, value]) => ({ name, value })),
    );
  };
  const carry = (from: typeof one, to: typeof one): number => {
    const states = from.carrier.capture(OWNER);
    for (const { name, value } of states) all.set(name, value);
    take(to);
    return states.length;
  };
  one.steer('/a');
  one.steer('/b');
  carry(one, other);
  other.steer('/c');
  // Only what is new is carried: the count and one call.
  expect(carry(other, one)).toBe(2);
  const steered = ['/a after 7', '/b after 7', '/c after 7'];
  expect([one.noted(), other.noted()]).toEqual([steered, steered]);
  take(late);
  expect(late.noted()).toEqual(steered);

  other.notes.begin(OWNER.uuid, BEGINNING);
  carry(other, one);
  expect([one.noted(), one.notes.find(OWNER.uuid)]).toEqual([[], expect.objectContaining({ beginning: BEGINNING })]);
  one.notes.replaced(OWNER.uuid);
  one.steer('/d');
  carry(one, other);
  expect([other.noted(), other.notes.find(OWNER.uuid)?.began]).toEqual([['/d after 7'], 'replaced']);
});
