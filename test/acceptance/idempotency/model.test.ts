import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import {
  type Creation,
  ENTERPRISE,
  MINUTE,
  type Model,
  OUTCOMES,
  type Organization,
  type Outcome,
  PAUSE,
  STANDARD,
  WINDOW,
  createModel,
} from './idempotency-model.ts';
import { runs } from '../../support/long-form.ts';

const RUNS = runs({ short: 20, long: 50 });
const COMMANDS = 40;
/** Milliseconds after which a counterexample is told as it is, before the test itself would be ended without one. */
const PATIENCE = 50_000;

/** Orders that differ in nothing but the total: an int64, of which careless readers round the last to the one before. */
const TOTALS = ['1250000', '1250001', '9007199254740992', '9007199254740993'];
/** Ways to write the same order. */
const STYLES = ['plain', 'reordered', 'indented', 'escaped', 'decimal', 'exponent', 'charset'] as const;
type Style = (typeof STYLES)[number];

interface Sent extends Creation {
  readonly style: Style;
}

interface Answer {
  readonly status: number;
  readonly problem: string | undefined;
  readonly replayed: boolean;
  readonly remaining: number;
  /** Body and the headers that belong to it. */
  readonly content: string;
  readonly body: { readonly type?: string; readonly errors?: unknown };
}

const started = await closedBy(afterAll).start();

const now = (): number => started.clock.now();

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).reverse();
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]));
};

const write = ({ order, style }: Sent): string => {
  const value = sampleOrder({ totalAmount: { value: '@', currency: 'EUR' } });
  const text = JSON.stringify(style === 'reordered' ? reversed(value) : value, null, style === 'indented' ? '\t' : '');
  const total = order === undefined ? '"much"' : TOTALS[order]!;
  // Beyond 2^53 a fraction is read as what it is in JavaScript, a double.
  const isShort = /^\d{1,9}$/.test(total);
  const amount =
    isShort && style === 'decimal' ? `${total}.0` : isShort && style === 'exponent' ? `${total}E+0` : total;
  return text.replace('"@"', amount).replace('A-1', style === 'escaped' ? '\\u0041\\u002d1' : 'A-1');
};

const tokens = new Map<string, { readonly token: string; readonly renewAt: number }>();
const tokenOf = async (client: string): Promise<string> => {
  const known = tokens.get(client);
  if (known !== undefined && now() < known.renewAt) return known.token;
  const token = await started.mock.token(client);
  tokens.set(client, { token, renewAt: now() + 4 * MINUTE });
  return token;
};

const send = async (sent: Sent): Promise<Answer> => {
  const request = new Request(`${started.mock.baseUrl}/partners/${sent.seller}/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(sent.client)}`,
      'idempotency-key': sent.key,
      'content-type': `application/json${sent.style === 'charset' ? '; charset="UTF-8"' : ''}`,
      // A generated answer differs each time that it is really made.
      prefer: 'dynamic=true',
    },
    body: write(sent),
  });
  const response = await started.mock.handle(request);
  const { status, headers } = response;
  const text = await response.text();
  const body = JSON.parse(text) as Answer['body'];
  return {
    status,
    problem: status < 400 ? undefined : body.type?.replace(/^.*\/problems\//, ''),
    replayed: headers.get('idempotency-replayed') === 'true',
    remaining: Number(headers.get('x-ratelimit-remaining')),
    content: [headers.get('etag'), headers.get('location'), headers.get('content-type'), text].join('\n'),
    body,
  };
};

/** The 429 answers to a client are consecutive until another one comes between, even if that takes days. */
const endRefusals = async (): Promise<void> => {
  for (const client of [...STANDARD.clients, ...ENTERPRISE.clients]) {
    const headers = { authorization: `Bearer ${await tokenOf(client)}` };
    const response = await started.mock.handle(new Request(`${started.mock.baseUrl}/me`, { headers }));
    expect(response.status).toBe(200);
  }
};

/** How often each came about: a property that never meets one says nothing about it. */
const met = new Map<Outcome, number>();
/** Of all effects that there ever were. */
const contents = new Set<string>();

const check = (model: Model<Sent>, request: Sent, { content, body, ...answer }: Answer): void => {
  const outcome = model.predict(request, now());
  met.set(outcome, (met.get(outcome) ?? 0) + 1);
  expect({ outcome, ...answer }).toMatchObject({ outcome, ...OUTCOMES[outcome] });
  if (outcome === 'reused') expect(body).not.toHaveProperty('errors');
  if (outcome === 'invalid') expect(body.errors).toHaveLength(1);
  if (outcome === 'replay') expect(content).toBe(model.effectOf(request)?.content);
  if (answer.status !== 201 || answer.replayed) return;
  expect(contents.has(content)).toBe(false);
  contents.add(content);
  model.record({ request, content, beganAt: now() });
};

/** Sends all at once, in one organization. Whichever came first, it is the one that the others are held against. */
const sendAll = async (model: Model<Sent>, first: Sent, ...others: readonly Sent[]): Promise<void> => {
  const remaining = (): number => model.remaining(first.organization, now());
  const before = remaining();
  const all = await Promise.all([first, ...others].map(async (sent) => ({ sent, answer: await send(sent) })));
  const isEffect = ({ answer }: (typeof all)[number]): boolean => answer.status === 201 && !answer.replayed;
  const replays: number[] = [];
  const told: number[] = [];
  const expected: number[] = [];
  for (const { sent, answer } of [...all.filter(isEffect), ...all.filter((each) => !isEffect(each))]) {
    check(model, sent, answer);
    (answer.replayed ? replays : told).push(answer.remaining);
    if (!answer.replayed) expected.push(remaining());
  }
  expect(told.sort((a, b) => b - a)).toEqual(expected);
  // A replay takes nothing, and reads what is left while the others are taking from it.
  expect(replays.filter((read) => read > before || read < remaining())).toEqual([]);
};

type Command = fc.AsyncCommand<Model<Sent>, StartedMock>;

const command = (name: string, run: (model: Model<Sent>) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => name,
});

/** A command about a key that was used before. */
const again = (name: string, index: number, run: (model: Model<Sent>, first: Sent) => Promise<void>): Command => ({
  check: (model) => model.effects().length > 0,
  run: (model) => run(model, model.effects()[index % model.effects().length]!.request),
  toString: () => `${name} (${String(index)})`,
});

const clientOf = ({ clients }: Organization, pick: number): string => clients[pick % clients.length]!;
const sellerOf = ({ sellers }: Organization, pick: number): string => sellers[pick % 2]!;
const otherSeller = ({ organization: { sellers }, seller }: Sent): string => sellers[seller === sellers[0] ? 1 : 0];
const otherOrder = ({ order = 0 }: Sent, pick: number): number =>
  (order + 1 + (pick % (TOTALS.length - 1))) % TOTALS.length;
const inStyles = (first: Sent, styles: readonly Style[]): Sent[] => styles.map((style) => ({ ...first, style }));

const at = fc.nat(7);
const pick = fc.nat(7);
const style = fc.constantFrom(...STYLES);
const styles = fc.array(style, { minLength: 1, maxLength: 5 });
const creation = fc
  .record({
    organization: fc.constantFrom(STANDARD, ENTERPRISE),
    client: pick,
    seller: pick,
    key: fc.constantFrom('one', 'two', 'three', 'ONE'),
    order: fc.nat(TOTALS.length - 1),
    style,
  })
  .map(({ organization, client, seller, ...rest }): Sent => ({
    organization,
    client: clientOf(organization, client),
    seller: sellerOf(organization, seller),
    ...rest,
  }));
const toText = ({ client, seller, key, order, style: written }: Sent): string =>
  `${client} ${seller.slice(0, 4)} "${key}" order ${String(order)} ${written}`;

const step = fc.oneof(
  fc.constantFrom(1, MINUTE - 1, MINUTE, PAUSE - 1, PAUSE, WINDOW - 1, WINDOW),
  fc.integer({ min: MINUTE, max: 25 * 60 * MINUTE }),
);

const COMMON: readonly fc.Arbitrary<Command>[] = [
  creation.map((sent) => command(`create: ${toText(sent)}`, (model) => sendAll(model, sent))),
  creation.map((sent) => command(`break: ${toText(sent)}`, (model) => sendAll(model, { ...sent, order: undefined }))),
  fc
    .tuple(at, pick, style)
    .map(([index, client, written]) =>
      again(`retry, ${written}`, index, (model, first) =>
        sendAll(model, { ...first, client: clientOf(first.organization, client), style: written }),
      ),
    ),
  fc
    .tuple(creation, styles)
    .map(([sent, others]) =>
      command(`twins: ${toText(sent)}, ${others.join()}`, (model) => sendAll(model, sent, ...inStyles(sent, others))),
    ),
  fc
    .tuple(at, styles)
    .map(([index, others]) =>
      again(`twins, ${others.join()}`, index, (model, first) => sendAll(model, first, ...inStyles(first, others))),
    ),
  // Where there are limits, nobody could say which of the two has to go without.
  creation
    .filter(({ organization }) => organization === ENTERPRISE)
    .map((sent) =>
      command(`two orders at once: ${toText(sent)}`, (model) =>
        sendAll(model, sent, { ...sent, order: otherOrder(sent, 0) }),
      ),
    ),
  fc
    .tuple(at, pick, style)
    .map(([index, order, written]) =>
      again(`another body, ${written}`, index, (model, first) =>
        sendAll(model, { ...first, order: otherOrder(first, order), style: written }),
      ),
    ),
  at.map((index) =>
    again('another path', index, (model, first) => sendAll(model, { ...first, seller: otherSeller(first) })),
  ),
  fc.tuple(at, pick).map(([index, client]) =>
    again('another organization', index, (model, first) => {
      const organization = first.organization === STANDARD ? ENTERPRISE : STANDARD;
      const [seller] = organization.sellers;
      return sendAll(model, { ...first, organization, client: clientOf(organization, client), seller });
    }),
  ),
  step.map((milliseconds) =>
    command(`${String(milliseconds)} ms later`, () => {
      started.clock.advance(milliseconds);
      return Promise.resolve();
    }),
  ),
];

/** More than a minute admits, and at times so much more that the client is paused. */
const spend = fc.tuple(pick, fc.integer({ min: 60, max: 85 })).map(([client, times]) =>
  command(`${String(times)} violations by ${clientOf(STANDARD, client)}`, async (model) => {
    const [seller] = STANDARD.sellers;
    for (let i = 0; i < times; i++)
      await sendAll(model, {
        organization: STANDARD,
        client: clientOf(STANDARD, client),
        seller,
        key: 'of no effect',
        order: undefined,
        style: 'plain',
      });
  }),
);

test('whatever clients do in whatever order, one key has one effect in 24 hours', async () => {
  const commands = fc.commands([...COMMON, ...COMMON, spend], { maxCommands: COMMANDS, size: 'max' });
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      // Whatever was kept before is older than any window now.
      started.clock.advance(WINDOW + PAUSE);
      await endRefusals();
      await fc.asyncModelRun(() => ({ model: createModel<Sent>(), real: started }), sequence);
    }),
    { numRuns: RUNS, plugins: [fc.interruptAfterTimeLimit(PATIENCE)] },
  );
  expect([...met.keys()].sort()).toEqual(Object.keys(OUTCOMES).sort());
}, 60_000);
