import { expect, test } from '@jest/globals';
import { limitPerHost, type Sender, type WebhookRequest } from '../../../src/engine/webhooks/sender.ts';

const settled = async (): Promise<void> => {
  for (let round = 0; round < 20; round++) await Promise.resolve();
};

const post = (sandbox: string, url: string): WebhookRequest => ({
  url,
  headers: {},
  body: '',
  delivery: { sandbox, id: 'del', eventId: 'evt', eventType: 'type', attempt: 1 },
});

/** A sender whose requests end on cue, behind a limit of four per host for 300 ms each. */
const start = () => {
  const sent: { readonly sandbox: string; readonly end: () => void }[] = [];
  const timers: (() => void)[] = [];
  const inner: Sender = {
    hostOf: ({ url }) => (url === 'inbox' ? undefined : new URL(url).host),
    send: ({ delivery }) =>
      new Promise((resolve) => {
        sent.push({ sandbox: delivery?.sandbox ?? '', end: () => resolve({ httpStatus: 200 }) });
      }),
  };
  const after = (_milliseconds: number, task: () => void) => {
    timers.push(task);
    return { cancel: () => undefined };
  };
  const sender = limitPerHost(inner, after, { slots: 4, share: 1, hold: 300 });
  const send = (sandbox: string, url: string, signal = new AbortController().signal) =>
    sender.send(post(sandbox, url), signal);
  return { sent, timers, send };
};

test('a host gets few requests at once and in a time, from all sandboxes together and in turns', async () => {
  const { sent, timers, send } = start();
  for (let time = 0; time < 6; time++) void send('many', 'https://victim.example/');
  void send('one', 'https://victim.example/');
  void send('many', 'https://other.example/');
  await settled();
  expect(sent.map(({ sandbox }) => sandbox)).toEqual(['many', 'many', 'one', 'many']);
  for (const { end } of sent) end();
  await settled();
  // They are over, but hold their slots for a while.
  expect(sent).toHaveLength(4);
  for (const fire of timers.splice(0)) fire();
  await settled();
  expect(sent.length).toBeGreaterThan(4);
});

test('a request that stays in the process waits for nothing', async () => {
  const { sent, send } = start();
  for (let time = 0; time < 9; time++) void send('many', 'inbox');
  await settled();
  expect(sent).toHaveLength(9);
});

test('a request that was given up while it waited is not sent', async () => {
  const { sent, timers, send } = start();
  const giveUp = new AbortController();
  for (let time = 0; time < 2; time++) void send('many', 'https://victim.example/');
  const waiting = send('many', 'https://victim.example/', giveUp.signal);
  giveUp.abort();
  await settled();
  expect(sent).toHaveLength(2);
  for (const { end } of sent) end();
  for (const fire of timers.splice(0)) fire();
  await expect(waiting).rejects.toThrow(/abort/i);
  expect(sent).toHaveLength(2);
});
