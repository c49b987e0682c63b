import type { Attack, Stage } from '../attack.ts';
import type { Outcome, Sending } from '../network/send.ts';
import { ADMIN_TOKEN } from '../server/start-server.ts';

const GUESSES = 120;
/** More than one address may cause, and fewer than the server has room for. */
const VISITS = 150;
/** Far more than one address may have in an hour. */
const SIGN_UPS = 400;

const FROM_PAGE = { 'x-vatmock-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

type Body = Readonly<Record<string, unknown>>;

const post = (stage: Stage, path: string, body: Body, sending: Partial<Sending> = {}): Promise<Outcome> =>
  stage.send({ method: 'POST', path, headers: FROM_PAGE, body: JSON.stringify(body), within: 30_000, ...sending });

const createLink = async (stage: Stage): Promise<string> => {
  const created = await post(
    stage,
    '/__admin/visitor-links',
    { name: 'On a poster', uses: 'many', copies: 'own' },
    { token: ADMIN_TOKEN, from: '127.0.0.75' },
  );
  stage.expectStatuses([created], [201]);
  return (JSON.parse(created.text) as { url: string }).url.split('#').at(-1) ?? '';
};

export const visitors: Attack = {
  name: 'visitors',
  threat:
    'Secrets of visitor links are guessed; a link on a poster is opened, and sandboxes are asked for without a link, without end.',
  wanted: 'After some wrong ones, and after some sandboxes, 429 for that address; the others get theirs.',
  needs: { flags: ['--signup', 'open'] },
  play: async (stage) => {
    const link = await createLink(stage);
    const guesses = [];
    for (let count = 0; count < GUESSES; count++)
      for (const path of ['/__console/session', '/__console/invitation'])
        guesses.push(await post(stage, path, { link: `guess-${String(count)}` }, { from: '127.0.0.76' }));
    stage.expectStatuses(guesses, [404, 429]);
    const refused = guesses.filter(({ status }) => status === 429);
    stage.expect(refused.length > GUESSES, `${String(refused.length)} of ${String(GUESSES * 2)} guesses were refused`);

    const visit = (from: string): Promise<Outcome> => post(stage, '/__console/session', { link }, { from });
    const visits = await Promise.all(Array.from({ length: VISITS }, () => visit('127.0.0.77')));
    stage.expectStatuses(visits, [200, 429, 503]);
    const admitted = visits.filter(({ status }) => status === 200).length;
    stage.note(`${String(admitted)} visits`);
    stage.expect(admitted < VISITS, 'one address made as many sandboxes as it wanted');
    stage.expectStatuses([await visit('127.0.0.78')], [200]);
    await stage.lookAt();

    await signUp(stage);
    const made = { token: ADMIN_TOKEN, from: '127.0.0.75' };
    stage.expectStatuses([await post(stage, '/__admin/sandboxes', {}, made)], [201]);
  },
};

const signUp = async (stage: Stage): Promise<void> => {
  const from = '127.0.0.79';
  const answers = await Promise.all(
    Array.from({ length: SIGN_UPS }, () => post(stage, '/__console/sign-up', {}, { from })),
  );
  stage.expectStatuses(answers, [200, 429, 503]);
  const admitted = answers.filter(({ status }) => status === 200).length;
  stage.note(`${String(admitted)} sign-ups`);
  stage.expect(
    admitted > 0 && admitted < SIGN_UPS,
    `${String(admitted)} of ${String(SIGN_UPS)} sign-ups of one address`,
  );
};
