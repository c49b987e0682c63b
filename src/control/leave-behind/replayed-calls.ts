import type { Message, WholeExchange } from '../../generated/control-schemas.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type ClockNow, toCallTime, toReplayedClock } from './clock-moves.ts';
import { CLOCK_START, type ReplayedCall, type ReplayedCalls, RUN, type Text, type ValuePath } from './replayed-call.ts';

type ShownBody = NonNullable<Message['body']>;

/** Headers of a request that matter when it is made again; others follow from the client. */
const KEPT_HEADERS = ['content-type', 'if-match', 'prefer', 'x-mock-scenario'];

/** Ids that the server draws: UUIDs, and those with a prefix such as `wh_`. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[a-z]{2,4}_[0-9A-Za-z]{16,}\b/g;
const WHOLE_ID = new RegExp(`^(?:${ID.source})$`);

interface Source {
  readonly call: number;
  readonly variable: string;
  readonly path: ValuePath;
}

interface ReplayFacts {
  readonly basePath: string;
  readonly sellers: readonly string[];
  /** What the clock of the sandbox shows by now; undefined outside of any sandbox. */
  readonly end: ClockNow | undefined;
}

/** The sellers come from the first call, which is made before all others: `GET /me`. */
const SELLERS_CALL = -1;

/**
 * Recorded calls, oldest first, as calls that work in a sandbox with other ids: an id that a response has shown is
 * replaced with a variable. Ids that were sent before any response showed them stay as they are.
 */
export const toReplayedCalls = (
  exchanges: readonly WholeExchange[],
  { basePath, sellers, end }: ReplayFacts,
): ReplayedCalls => {
  const sources = new Map<string, Source>();
  const sent = new Set<string>();
  const used = new Set<string>();
  const keys = new Map<string, number>();
  const names = new Set<string>([RUN, CLOCK_START]);

  const nameOf = (wish: string): string => {
    let name = wish;
    for (let count = 2; names.has(name); count++) name = `${wish}_${String(count)}`;
    names.add(name);
    return name;
  };

  for (const [index, seller] of sellers.entries())
    sources.set(seller, {
      call: SELLERS_CALL,
      variable: nameOf(`seller_${String(index + 1)}`),
      path: ['authorizedPartners', index],
    });

  const toText = (text: string): Text => {
    const parts: Text[number][] = [];
    let end = 0;
    for (const { 0: id, index } of text.matchAll(ID)) {
      const source = sources.get(id);
      if (source === undefined) sent.add(id);
      else {
        used.add(id);
        parts.push(text.slice(end, index), { variable: source.variable });
        end = index + id.length;
      }
    }
    parts.push(text.slice(end));
    return parts.filter((part) => part !== '');
  };

  const keyText = (key: string): Text => {
    if (!keys.has(key)) keys.set(key, keys.size + 1);
    return [{ variable: RUN }, `-${String(keys.get(key))}`];
  };

  const learn = (call: number, operation: string, body: ShownBody | null): void => {
    if (body?.json === undefined) return;
    for (const { path, id } of idsIn(body.json)) {
      if (sources.has(id) || sent.has(id)) continue;
      const member = path.findLast((part) => typeof part === 'string') ?? 'id';
      sources.set(id, { call, variable: nameOf(`${operation}_${member}`.replaceAll(/\W/g, '_')), path });
    }
  };

  const made = exchanges.filter(({ path }) => path.startsWith(`${basePath}/`));
  const clock = toReplayedClock(made.map(toCallTime), end);

  const calls = made.map((exchange, index): ReplayedCall => {
    const { method, path, request, response, operationId, status } = exchange;
    const search = Object.entries(request.query)
      .flatMap(([name, values]) => values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`))
      .join('&');
    const relative = path.slice(basePath.length);
    const { body } = request;
    const upload = body?.parts;
    const key = request.headers['idempotency-key'];
    const call = {
      passes: clock.moves[index] ?? 0,
      renewsToken: clock.renewals[index] ?? false,
      name: operationId ?? `${method} ${relative}`,
      method,
      path: toText(search === '' ? relative : `${relative}?${search}`),
      headers: [
        ...KEPT_HEADERS.flatMap((name) => {
          const value = request.headers[name];
          if (value === undefined || (name === 'content-type' && (upload !== undefined || body === null))) return [];
          return [{ name, value: toText(value) }];
        }),
        ...(key === undefined ? [] : [{ name: 'idempotency-key', value: keyText(key) }]),
      ],
      body: body === null || upload !== undefined ? undefined : toText(textOf(body)),
      upload:
        upload === undefined
          ? undefined
          : {
              fields: upload.flatMap(({ name, value, fileName }) =>
                fileName === undefined ? [{ name, value: toText(value ?? '') }] : [],
              ),
              files: upload.flatMap(({ name, fileName, mediaType = 'application/pdf' }) =>
                fileName === undefined ? [] : [{ name, fileName, mediaType }],
              ),
            },
      sendsToken: status !== 401,
      status,
      captures: [],
      remarks: remarksOf(exchange),
    };
    learn(index, operationId ?? 'answer', response.body);
    return call;
  });

  const capturesOf = (call: number): ReplayedCall['captures'] =>
    [...sources].flatMap(([id, source]) =>
      source.call === call && used.has(id) ? [{ variable: source.variable, path: source.path }] : [],
    );
  return {
    calls: calls.map((call, index) => ({ ...call, captures: capturesOf(index) })),
    setUp: capturesOf(SELLERS_CALL),
    passesAtEnd: clock.moveAtEnd,
    startsAt: clock.startsAt === undefined ? undefined : toIsoDateTime(clock.startsAt),
  };
};

const textOf = ({ json, text = '' }: ShownBody): string => (json === undefined ? text : stringifyJson(json));

const remarksOf = ({ request, scenarios, status }: WholeExchange): readonly string[] => [
  ...(request.body?.cut === true ? ['The body is not complete: the journal kept only its beginning.'] : []),
  ...(scenarios.length > 0 ? [`The response came from the scenario ${scenarios.join(', ')}.`] : []),
  ...(status === 429 ? ['The rate limit was exceeded, which depends on the calls before.'] : []),
];

function* idsIn(value: unknown, path: ValuePath = []): Generator<{ readonly path: ValuePath; readonly id: string }> {
  if (typeof value === 'string') {
    if (WHOLE_ID.test(value)) yield { path, id: value };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* idsIn(item, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* idsIn(member, [...path, name]);
  }
}
