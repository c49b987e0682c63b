import type { Attack, Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';
import { readCpuTime } from '../server/read-process.ts';
import { ADMIN_TOKEN } from '../server/start-server.ts';

const LANES = 20;
/** Milliseconds between two calls of the visitor who plays. */
const PACE = 250;
/** Milliseconds of rest before each block without a flood. */
const REST = 4000;
/** Milliseconds from one play of a block to the next; more would use up what the visitor may do. */
const SLOT = 5000;
/** Plays in a whole window of the control calls of a visitor: a flood spends its share at the beginning of it. */
const WINDOW = 3;
/** Milliseconds within which the flood uses up what it may have at once, also on a slow machine. */
const UNTIL_REFUSED = 40_000;
const ROUNDS = 2;
/** Milliseconds after which no further round begins, on a slow machine. */
const ENOUGH = 60_000;
/** Share of a core that a flood may take from the others, for longer than its first seconds. */
const MOST_TAKEN = 0.1;

const FROM_PAGE = { 'x-vatmock-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

interface Guest {
  readonly from: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sandbox: string;
}

const ask = (
  stage: Stage,
  { from, headers }: Pick<Guest, 'from' | 'headers'>,
  method: string,
  path: string,
  body?: object,
): Promise<Outcome> =>
  stage.send({
    method,
    path,
    from,
    headers,
    within: 30_000,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** A visitor with a sandbox and a session of the console. */
const invite = async (stage: Stage, from: string): Promise<Guest> => {
  const operator = { from, headers: { ...FROM_PAGE, authorization: `Bearer ${ADMIN_TOKEN}` } };
  const made = await ask(stage, operator, 'POST', '/__admin/visitor-links', { name: 'Fair', uses: 'once' });
  const link = (JSON.parse(made.text) as { url: string }).url.split('#').at(-1) ?? '';
  const opened = await ask(stage, { from, headers: FROM_PAGE }, 'POST', '/__console/session', { link });
  const cookie = opened.headers['set-cookie']?.split(';')[0] ?? '';
  const { sandbox } = JSON.parse(opened.text) as { sandbox: string };
  return { from, headers: { ...FROM_PAGE, cookie }, sandbox };
};

/** What a visitor may do with the API: an access token of its sandbox. */
const tokenOf = async (stage: Stage, guest: Guest): Promise<string> => {
  const shown = await ask(stage, guest, 'GET', `/__admin/sandboxes/${guest.sandbox}`);
  const { clientIds } = JSON.parse(shown.text) as { clientIds: readonly string[] };
  const issued = await ask(stage, guest, 'POST', `/__admin/clients/${clientIds[0] ?? ''}/access-token`);
  return (JSON.parse(issued.text) as { accessToken: string }).accessToken;
};

/** Milliseconds of each call of a visitor who plays a storyboard and looks at its orders. */
const play = async (stage: Stage, guest: Guest): Promise<readonly number[]> => {
  const calls = [
    ['PUT', '/__admin/show', { storyboard: 'order-to-export-file' }],
    ...Array.from({ length: 4 }, () => ['POST', '/__admin/show/next', undefined] as const),
    ...Array.from({ length: 5 }, () => ['GET', '/__admin/records/orders?limit=20', undefined] as const),
  ] as const;
  const outcomes: Outcome[] = [];
  for (const [method, path, body] of calls) {
    outcomes.push(await ask(stage, guest, method, path, body));
    await stage.sleep(PACE);
  }
  stage.expectStatuses(outcomes, [200]);
  return outcomes.map(({ milliseconds }) => milliseconds);
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Block {
  /** Share of a core that the server took. */
  readonly cpu: number;
  readonly latency: number;
}

const watch = async (stage: Stage, guest: Guest, plays: number): Promise<Block> => {
  const [cpu, begin] = [readCpuTime(stage.server.pid) ?? 0, performance.now()];
  const latencies: number[] = [];
  for (let slot = 1; slot <= plays; slot++) {
    latencies.push(...(await play(stage, guest)));
    await stage.sleep(Math.max(0, begin + slot * SLOT - performance.now()));
  }
  const taken = (readCpuTime(stage.server.pid) ?? 0) - cpu;
  return { cpu: taken / (performance.now() - begin), latency: median(latencies) };
};

interface Flood {
  /** Whether it has been refused in time: until then it takes what every visitor may have. */
  readonly isRefused: () => Promise<boolean>;
  readonly stop: () => Promise<readonly Outcome[]>;
}

/** Calls without a pause until it is stopped. */
const flood = (stage: Stage, call: (turn: number) => Promise<Outcome>): Flood => {
  let goesOn = true;
  let refusals = 0;
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const own: Outcome[] = [];
    for (let turn = lane; goesOn; turn++) {
      const outcome = await call(turn);
      if (outcome.status === 429) refusals += 1;
      own.push(outcome);
    }
    return own;
  });
  return {
    isRefused: async () => {
      const begin = performance.now();
      while (refusals < LANES && performance.now() - begin < UNTIL_REFUSED) await stage.sleep(PACE);
      return refusals >= LANES;
    },
    stop: async () => {
      goesOn = false;
      const all = (await Promise.all(lanes)).flat();
      stage.expectStatuses(all, [200, 201, 204, 409, 429, 503]);
      return all;
    },
  };
};

const CONTROL_CALLS = [
  ['GET', '/__admin/records/orders'],
  ['POST', '/__admin/reset'],
  ['GET', '/__admin/state'],
  ['GET', '/__admin/scenarios'],
  ['GET', '/__admin/requests?limit=100'],
] as const;

export const visitorFlood: Attack = {
  name: 'visitor-flood',
  threat:
    'A visitor calls the control API, the API or the pages of the console without a pause, while another one plays a storyboard.',
  wanted: `Once its budgets are used up, the flood takes a tenth of a core at most.`,
  long: true,
  play: async (stage) => {
    const visitor = await invite(stage, '127.0.0.71');
    const attacker = await invite(stage, '127.0.0.72');
    const token = await tokenOf(stage, attacker);
    const { from } = attacker;
    const callControlApi = (turn: number): Promise<Outcome> => {
      const [method, path] = CONTROL_CALLS[turn % CONTROL_CALLS.length] ?? CONTROL_CALLS[0];
      return ask(stage, attacker, method, path);
    };
    const floods = [
      { name: 'the control API', plays: WINDOW, call: callControlApi },
      { name: 'the API', plays: 1, call: () => stage.send({ path: '/v1/me', token, from }) },
      { name: 'the console', plays: 1, call: () => stage.send({ path: '/__console/', from }) },
    ];
    // The first time is slower than any other.
    await play(stage, visitor);
    const quiet: Block[] = [];
    const busy = new Map<string, Block[]>();
    const begin = performance.now();
    for (let round = 0; round < ROUNDS && performance.now() - begin < ENOUGH; round++) {
      await stage.sleep(REST);
      quiet.push(await watch(stage, visitor, WINDOW));
      for (const { name, plays, call } of floods) {
        const { isRefused, stop } = flood(stage, call);
        stage.expect(await isRefused(), `a flood of ${name} is not refused`);
        busy.set(name, [...(busy.get(name) ?? []), await watch(stage, visitor, plays)]);
        await stop();
        await stage.sleep(REST);
      }
      await stage.lookAt();
    }
    const usual = median(quiet.map(({ cpu }) => cpu));
    const calm = quiet.map(({ latency }) => latency);
    stage.note(`a call of the visitor took ${toRange(calm)} without a flood`);
    for (const [name, blocks] of busy) {
      const taken = median(blocks.map(({ cpu }) => cpu)) - usual;
      const ratio = median(blocks.map(({ latency }) => latency)) / median(calm);
      stage.note(`flood of ${name}: ${(taken * 100).toFixed(0)} % of a core, latency times ${ratio.toFixed(2)}`);
      stage.expect(taken <= MOST_TAKEN, `a flood of ${name} took ${(taken * 100).toFixed(0)} % of a core`);
    }
  },
};

const toRange = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)} ms`;
