import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type StreamedEvent, readEventStream } from '../../../src/commands/remote/event-stream.ts';

const read = async (pieces: readonly Uint8Array[]): Promise<StreamedEvent[]> => {
  const body = (async function* () {
    yield* pieces;
    await Promise.resolve();
  })();
  const events: StreamedEvent[] = [];
  for await (const event of readEventStream(body)) events.push(event);
  return events;
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('comments, retry times and events without data are passed over', async () => {
  const text =
    'retry: 2000\n\n: still here\n\nevent: a\ndata: {"b":"ü: \\n"}\n\nevent: c\n\ndata:1\r\ndata: 2\r\n\r\nevent: d\ndata: lost';
  expect(await read([bytes(text)])).toEqual([
    { event: 'a', data: '{"b":"ü: \\n"}' },
    { event: 'message', data: '1\n2' },
  ]);
});

test('it does not matter how a stream is cut into pieces', async () => {
  const event = fc.record({ event: fc.stringMatching(/^[a-z]+$/), data: fc.json() });
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (events, sizes) => {
      const whole = bytes(events.map((one) => `event: ${one.event}\ndata: ${one.data}\n\n`).join(': beat\n\n'));
      const pieces: Uint8Array[] = [];
      for (let from = 0; from < whole.length;) {
        const size = sizes.next().value as number;
        pieces.push(whole.subarray(from, from + size));
        from += size;
      }
      expect(await read(pieces)).toEqual(events);
    }),
  );
});

test('an event that does not end is given up', async () => {
  await expect(read(Array.from({ length: 18 }, () => bytes('x'.repeat(1_048_576))))).rejects.toThrow('does not end');
});
