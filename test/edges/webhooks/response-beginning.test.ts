import { PassThrough } from 'node:stream';
import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Client } from 'undici';
import { requestBeginning } from '../../../src/edges/webhooks/response-beginning.ts';

/** The client makes an error for each line of a head that is too long. */
test('nothing is read of a socket that the client has destroyed', () => {
  const socket = new PassThrough();
  const client = { dispatch: () => true };
  void requestBeginning(client as unknown as Client, socket as unknown as Socket, { method: 'POST', path: '/' });
  socket.write('a'.repeat(3000));
  expect(socket.read()).toHaveLength(1024);
  socket.destroy();
  expect(socket.read()).toBeNull();
});
