import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { HttpServer } from '../../../src/edges/http/http-server.ts';
import { createPeers } from '../../../src/edges/peers/create-peers.ts';
import { BODY, SIGNATURE, TO, hashBody, signQuestion } from '../../../src/edges/peers/signatures.ts';
import { after } from '../../../src/edges/system/time.ts';
import { plainProblem } from '../../../src/engine/problems/problem.ts';
import type { Json } from '../../../src/kernel/json.ts';
import { findPort } from '../../support/find-port.ts';
import { SECRET, startServer, urlOf } from './two-servers.ts';

let home: HttpServer;
let peers: ReturnType<typeof createPeers>;
let answer: (name: string, question: Json) => Promise<Json>;

beforeEach(async () => {
  const handle = () => Promise.resolve({ status: 418, headers: {} });
  home = await startServer('home', handle, { answer: (...asked) => answer(...asked) });
  peers = createPeers({ secret: SECRET, after });
});

afterEach(async () => {
  peers.close();
  await home.close();
});

const ask = (question: Json, id = 'home', patience = 5000): Promise<Json> =>
  peers.ask({ id, url: urlOf(home) }, 'a name/?', question, patience);

test('a question and its answer are JSON', async () => {
  answer = (name, question) => Promise.resolve({ name, question });
  const question = { large: 9_007_199_254_740_993n, text: 'é' };
  expect(await ask(question)).toEqual({ name: 'a name/?', question });
  expect(await ask(null)).toEqual({ name: 'a name/?', question: null });
});

test('an answer that fails, or is not known, is lost', async () => {
  answer = () => Promise.reject(plainProblem(404, { detail: 'No such question.' }));
  await expect(ask(1)).rejects.toMatchObject({
    outcome: 'lost',
    message: expect.stringContaining('No such question.'),
  });
  answer = () => Promise.reject(new Error('internals'));
  await expect(ask(1)).rejects.toMatchObject({ outcome: 'lost', message: expect.not.stringContaining('internals') });
});

test('a peer that takes too long is lost, and one that has ended is gone', async () => {
  answer = () => new Promise(() => undefined);
  await expect(ask(1, 'home', 20)).rejects.toMatchObject({ name: 'PeerError', outcome: 'lost' });
  await expect(ask(1, 'former')).rejects.toMatchObject({ outcome: 'gone' });
  const ended = { id: 'home', url: `http://127.0.0.1:${String(await findPort())}` };
  await expect(peers.ask(ended, 'a', 1, 5000)).rejects.toMatchObject({ outcome: 'gone' });
});

test('without the secret there is nothing', async () => {
  answer = () => Promise.reject(new Error('It must not be asked.'));
  const stranger = createPeers({ secret: Buffer.from('wrong'), after });
  const asked = stranger.ask({ id: 'home', url: urlOf(home) }, 'a', 1, 5000);
  await expect(asked).rejects.toMatchObject({ outcome: 'lost' });
  stranger.close();
  for (const headers of [{}, { [TO]: 'home', [SIGNATURE]: 'wrong' }]) {
    const refused = await fetch(`${urlOf(home)}/__peers/a`, { method: 'POST', body: '1', headers });
    expect([refused.status, await refused.json()]).toEqual([
      404,
      expect.objectContaining({ type: 'https://stub.example/problems/not-found' }),
    ]);
  }
});

test('the signature of a question holds for its body only', async () => {
  answer = () => Promise.reject(new Error('It must not be asked.'));
  const asked = { to: 'home', target: '/__peers/a', body: hashBody(Buffer.from('1')) };
  const headers = { [TO]: asked.to, [BODY]: asked.body, [SIGNATURE]: signQuestion(SECRET, asked) };
  const refused = await fetch(`${urlOf(home)}/__peers/a`, { method: 'POST', body: '2', headers });
  expect(refused.status).toBe(404);
});
