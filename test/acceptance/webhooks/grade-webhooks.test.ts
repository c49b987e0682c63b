import { afterEach, expect, test } from '@jest/globals';
import { runHere } from '../../support/command-line.ts';
import { HOOK, type ReceiverAnswer, startReceiver } from '../../support/receiver.ts';
import { CORRECT, type Habits } from '../ready-scenarios/client/habits.ts';
import { startWebhookReceiver } from '../ready-scenarios/client/webhook-receiver.ts';

const SECRET = 'whsec_JEN+RAYvqmSZxPfVWAZGuInpgIdTWY65s7I/Q/t/ePg=';

let stop: () => Promise<void> = () => Promise.resolve();
afterEach(() => stop());

const grade = async (habits: Partial<Habits>) => {
  const time = { now: () => Date.now(), wait: () => Promise.resolve() };
  const receiver = await startWebhookReceiver({ ...CORRECT, ...habits }, time, () => Promise.resolve());
  receiver.trust(SECRET);
  stop = receiver.stop;
  return { receiver, ...(await runHere(['grade-webhooks', receiver.url, '--secret', SECRET])) };
};

test('a correct receiver makes no mistake, and works once on what comes many times', async () => {
  const { code, stdout, receiver } = await grade({});
  expect(stdout).not.toMatch(/^x/m);
  expect(stdout).toMatch(/22 of 22 as a correct receiver does\.\n$/);
  expect(code).toBe(0);
  expect(new Set(receiver.worked).size).toBe(receiver.worked.length);
});

test.each<[mistake: string, habits: Partial<Habits>, faults: readonly string[]]>([
  [
    'verifies nothing',
    { verifiesSignature: false },
    ['unsigned', 'forged', 'one byte altered', 'ten minutes old', 'ten minutes ahead'],
  ],
  ['takes a signature of any age', { checksTime: false }, ['ten minutes old', 'ten minutes ahead']],
])('who %s is told what to refuse', async (_, habits, faults) => {
  const { code, stdout } = await grade(habits);
  expect([...stdout.matchAll(/^x {2}(.*?) {2,}20[02] /gm)].map(([, name]) => name)).toEqual(faults);
  expect(stdout).toContain('Refuse a time stamp that is more than 5 minutes from now');
  expect(code).toBe(1);
});

test.each<[name: string, answer: ReceiverAnswer, shown: RegExp]>([
  [
    'redirects',
    { status: 302, headers: { location: '/elsewhere' } },
    /^x {2}genuine +302 +Answer 2xx within 15 seconds/m,
  ],
  ['breaks on what it should refuse', 500, /^x {2}forged +500/m],
  ['breaks off', 'reset', /^x {2}genuine +http:\S+ aborted its response/m],
])('a receiver that %s is wrong', async (_, answer, shown) => {
  const receiver = await startReceiver();
  stop = receiver.stop;
  receiver.answer(HOOK, answer);
  const { code, stdout } = await runHere(['grade-webhooks', receiver.urlOf(), '--secret', SECRET]);
  expect(stdout).toMatch(shown);
  expect(code).toBe(1);
});

test('one wrong answer to many attempts is a mistake, and ends them', async () => {
  const receiver = await startReceiver();
  stop = receiver.stop;
  const many = (count: number, status: number) => Array.from({ length: count }, () => status);
  // Twelve are genuine, five are not; then two attempts, and ten.
  receiver.answer(HOOK, ...many(12, 200), ...many(5, 401), 200, 200, 200, 409, 200);
  const { stdout } = await runHere(['grade-webhooks', receiver.urlOf(), '--secret', SECRET]);
  expect(stdout).toMatch(/^x {2}ten attempts, as over three days +409/m);
  expect(stdout).toContain('21 of 22');
});

test('where nobody listens, it stops at the first event', async () => {
  const receiver = await startReceiver();
  await receiver.stop();
  stop = () => Promise.resolve();
  const { code, stdout } = await runHere(['grade-webhooks', receiver.urlOf(), '--secret', SECRET]);
  expect(stdout).toMatch(/^x {2}genuine +http:\S+ is unreachable \(ECONNREFUSED\).*\n0 of 22/);
  expect(code).toBe(1);
});

test.each([
  [[], /takes one URL/],
  [['ftp://shop.example'], /needs --secret/],
  [['ftp://shop.example', '--secret', SECRET], /no http or https URL/],
  [['localhost:3000', '--secret', SECRET, '--profile', 'none.yaml'], /none\.yaml/],
])('an invalid command line says why: %p', async (args, reason) => {
  const { code, stderr } = await runHere(['grade-webhooks', ...args]);
  expect(stderr).toMatch(reason);
  expect(code).toBe(2);
});
