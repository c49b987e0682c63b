import { expect, test } from '@jest/globals';
import { createUnderWay } from '../../../src/edges/peers/under-way.ts';
import type { Reply } from '../../../src/kernel/http.ts';

const start = () => {
  const timers: (() => void)[] = [];
  const underWay = createUnderWay((_milliseconds, task) => {
    timers.push(task);
    return { cancel: () => undefined };
  });
  let left = 0;
  /** A stream that never ends by itself. */
  const follow = async (sandbox: string): Promise<AsyncIterator<string | Uint8Array>> => {
    const pieces: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: () => {
          left += 1;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
    const reply: Reply = { status: 200, headers: {}, live: { mediaType: 'text/event-stream', pieces } };
    const { live } = await underWay.answer(sandbox, () => Promise.resolve(reply));
    return live!.pieces[Symbol.asyncIterator]();
  };
  return { underWay, timers, follow, leftOf: () => left };
};

test('the streams of a sandbox end, those of others go on; one that has ended before takes no other along', async () => {
  const { underWay, follow, leftOf } = start();
  const [first, other] = [await follow('demo'), await follow('other')];
  await first.return?.();
  await first.return?.();
  const second = await follow('demo');
  await first.return?.();
  const next = second.next();
  await underWay.end('demo');
  expect(await next).toEqual({ done: true, value: undefined });
  expect(leftOf()).toBe(2);
  await underWay.end('demo');
  await other.return?.();
  expect(leftOf()).toBe(3);
});

test('requests are waited for, those that take too long only for a while', async () => {
  const { underWay, timers } = start();
  let finish: (text: string) => void = () => undefined;
  const request = underWay.during('demo', () => new Promise<string>((resolve) => (finish = resolve)));
  const ended: string[] = [];
  const end = (name: string): Promise<unknown> => underWay.end('demo').then(() => ended.push(name));
  const [patient, impatient] = [end('patient'), end('impatient')];
  timers[1]?.();
  await impatient;
  expect(ended).toEqual(['impatient']);
  finish('done');
  expect(await request).toBe('done');
  await patient;
  await underWay.end('demo');
  expect(ended).toEqual(['impatient', 'patient']);
});
