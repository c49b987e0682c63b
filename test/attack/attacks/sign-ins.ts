import type { Attack, Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';

const SESSION = '/__console/session';

const GUESSES = 120;
const TENANTS = 4;
/** More than an organization may have. */
const SESSIONS = 60;
const MOST_SESSIONS = 20;
const LONG_BODY = 200_000;

const FROM_PAGE = { 'x-vatmock-console': '1', 'sec-fetch-site': 'same-origin' };

const signIn = (stage: Stage, credentials: object, from: string): Promise<Outcome> =>
  stage.send({ method: 'POST', path: SESSION, headers: FROM_PAGE, json: credentials, from });

const cookieOf = ({ headers }: Outcome): string => headers['set-cookie']?.split(';')[0] ?? '';

export const signIns: Attack = {
  name: 'sign-ins',
  threat:
    'Secrets are guessed at the sign-in of the console; sessions and their streams are opened without end; bodies of any size are read for it.',
  wanted:
    'After some wrong ones, 429 for that address; an organization keeps 20 sessions, and the streams of the others end; 400 for a long body.',
  play: async (stage) => {
    const guesses = [];
    for (let count = 0; count < GUESSES; count++)
      guesses.push(
        await signIn(stage, { clientId: 'api-client-demo', clientSecret: `guess-${String(count)}` }, '127.0.0.70'),
        await signIn(stage, { operatorToken: `operator-guess-${String(count)}` }, '127.0.0.70'),
      );
    stage.expectStatuses(guesses, [401, 429]);
    const refused = guesses.filter(({ status }) => status === 429);
    stage.expect(refused.length > GUESSES, `${String(refused.length)} of ${String(GUESSES * 2)} guesses were refused`);

    const long = await Promise.all(
      Array.from({ length: TENANTS }, () => signIn(stage, { operatorToken: 'x'.repeat(LONG_BODY) }, '127.0.0.71')),
    );
    stage.expectStatuses(long, [400, 413, 429]);

    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => stage.createTenant()));
    await Promise.all(tenants.map((tenant) => openSessions(stage, tenant)));
  },
};

/** Each session with a stream, which is the most that a page holds. */
const openSessions = async (
  stage: Stage,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<void> => {
  const opened: Outcome[] = [];
  const streams: Promise<Outcome>[] = [];
  for (let count = 0; count < SESSIONS; count++) {
    const answer = await signIn(stage, { clientId, clientSecret }, '127.0.0.72');
    opened.push(answer);
    const headers = { ...FROM_PAGE, cookie: cookieOf(answer) };
    streams.push(
      stage.send({ path: '/__admin/stream?kinds=exchange,state', headers, within: 3000, from: '127.0.0.72' }),
    );
  }
  stage.expectStatuses(opened, [200]);
  const ends = await Promise.all(streams);
  const ended = ends.filter(({ text }) => text.includes('"signed-out"'));
  stage.expect(
    ended.length === SESSIONS - MOST_SESSIONS,
    `${String(ended.length)} streams of ${String(SESSIONS - MOST_SESSIONS)} ended sessions have ended`,
  );
  const calls = await Promise.all(
    opened.map((answer) =>
      stage.send({ path: '/__admin/clock', headers: { ...FROM_PAGE, cookie: cookieOf(answer) }, from: '127.0.0.72' }),
    ),
  );
  const alive = calls.filter(({ status }) => status === 200);
  stage.expect(alive.length === MOST_SESSIONS, `${String(alive.length)} sessions of an organization are open`);
};
