import { expect, test } from '@jest/globals';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { eventually } from '../../support/eventually.ts';
import { listenToStream } from '../../support/listen-to-stream.ts';
import { startServer, urlOf } from '../peers/two-servers.ts';

test('a stream that ends with its server does not hold that up, although its connection would be kept', async () => {
  const { after, pass } = createFakeTimers();
  const { promise: ending, resolve: end } = Promise.withResolvers<undefined>();
  const pieces = (async function* () {
    yield 'event: listening\ndata: {}\n\n';
    await ending;
  })();
  const reply = { status: 200, headers: {}, live: { mediaType: 'text/event-stream', pieces } };
  const server = await startServer('one', () => Promise.resolve(reply), {}, after);
  const stream = await listenToStream(urlOf(server));
  expect(await stream.waitFor(1)).toMatchObject([{ event: 'listening' }]);
  let isClosed = false;
  const closed = server.close().then(() => (isClosed = true));
  end(undefined);
  await stream.ended;
  pass(20);
  await eventually(() => isClosed);
  await closed;
});
