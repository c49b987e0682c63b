import { describe, expect, test } from '@jest/globals';
import { nextTurn } from '../../../src/edges/system/time.ts';
import { createSlicedWork } from '../../../src/engine/sandbox/sliced-work.ts';
import { type RunInSlices, type Steps, atOnce } from '../../../src/kernel/time-slices.ts';
import { refusalOf } from '../../support/refusal-of.ts';

const anotherTurn = (): Promise<void> => new Promise((resolve) => nextTurn(resolve));

/** Works that end when the test says so. */
const start = () => {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const run: RunInSlices = async (steps) => {
    const { value } = steps.next();
    const name = String(value);
    running.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    running.splice(running.indexOf(name), 1);
    return value as never;
  };
  const work = createSlicedWork({ run, pauses: () => () => undefined }, { running: 2, perSandbox: 3, inServer: 5 });
  // oxlint-disable-next-line require-yield -- it only has a name
  const named = function* (name: string): Steps<string> {
    return name;
  };
  const begin = (sandbox: string, name: string): Promise<string> => work.of(sandbox)(named(name));
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await anotherTurn();
  };
  return { begin, end, running, work, named };
};

describe('long works', () => {
  test('run one at a time in a sandbox, and a few in the server', async () => {
    const { begin, end, running } = start();
    const all = [begin('one', 'a'), begin('one', 'b'), begin('two', 'c'), begin('three', 'd')];
    await anotherTurn();
    expect(running).toEqual(['a', 'c']);
    await end('c');
    expect(running).toEqual(['a', 'd']);
    await end('a');
    expect(running).toEqual(['d', 'b']);
    await end('d');
    await end('b');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('are refused with 503 and Retry-After if too many of a sandbox or of the server are waiting', async () => {
    const { begin, end } = start();
    const ofOne = ['a', 'b', 'c'].map((name) => begin('one', name));
    expect(await refusalOf(begin('one', 'd'))).toMatchObject({
      type: 'unavailable',
      status: 503,
      headers: { 'retry-after': '1' },
    });
    const others = [begin('two', 'e'), begin('three', 'f')];
    expect(await refusalOf(begin('four', 'g'))).toMatchObject({ status: 503 });
    for (const name of ['a', 'e', 'b', 'f', 'c']) {
      await anotherTurn();
      await end(name);
    }
    expect(await Promise.all([...ofOne, ...others])).toEqual(['a', 'b', 'c', 'e', 'f']);
    const again = begin('one', 'h');
    await anotherTurn();
    await end('h');
    expect(await again).toBe('h');
  });

  test('hold their place while they wait for something else', async () => {
    const { begin, end, running, work } = start();
    let finish: (() => void) | undefined;
    const held = work.hold('one', () => new Promise<void>((resolve) => (finish = resolve)));
    const next = begin('one', 'a');
    await anotherTurn();
    expect(running).toEqual([]);
    finish?.();
    await held;
    await anotherTurn();
    expect(running).toEqual(['a']);
    await end('a');
    await next;
  });

  test('let short work pass', async () => {
    const { begin, end, running, work, named } = start();
    const long = ['a', 'b'].map((name) => begin(name, name));
    const short = work.run(named('short'));
    await anotherTurn();
    expect(running).toEqual(['short', 'a', 'b']);
    for (const name of running.slice()) await end(name);
    expect(await Promise.all([short, ...long])).toEqual(['short', 'a', 'b']);
  });
});

test('work on a large document is refused in its turn while the memory has no room for several times its size', async () => {
  let room = 100;
  const memory = { hasRoomFor: (bytes: number) => bytes <= room };
  const slices = { run: atOnce, pauses: () => () => undefined };
  const work = createSlicedWork(slices, { running: 1, perSandbox: 3, inServer: 5 }, memory);
  const write = () => Promise.resolve('written');
  expect(await work.hold('demo', write, 25)).toBe('written');
  const first = work.hold('demo', async () => {
    await anotherTurn();
    room = 50;
  });
  const second = work.hold('demo', write, 25);
  await first;
  expect(await refusalOf(second)).toMatchObject({ status: 503 });
  expect(await work.hold('demo', write)).toBe('written');
  room = 100;
  expect(await work.hold('demo', write, 25)).toBe('written');
});
