import fc from 'fast-check';
import type { components } from '../../../src/generated/admin-types.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import type { StartedMock } from '../../support/start-mock.ts';
import { succeed, vehicle } from '../../support/workflow.ts';

type NextMoves = components['schemas']['OrderMoves'];
type NextCall = components['schemas']['NextCall'];

/** A client whose rate budget no walk exhausts, and its seller. */
const CLIENT = 'api-client-enterprise';
const PARTNER = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4';
const SANDBOX = '?sandbox=enterprise';

const MINUTE = 60_000;

/** What differs between orders and their buyers. */
export const beginnings = fc.record({
  /** What VIES answers first, by the digits of a test number. */
  vies: fc.constantFrom('100', '100', '200', '300', '100200', '300100'),
  kycMode: fc.constantFrom('MARKETPLACE_LED', 'SERVICE_LED'),
  vehicles: fc.integer({ min: 1, max: 4 }),
  mileage: fc.constantFrom(3000, 64_000),
  amount: fc.constantFrom(0n, 1n, 1_250_000n, 9_007_199_254_740_993n),
  waits: fc.boolean(),
});

export interface Beginning {
  readonly vies: string;
  readonly kycMode: string;
  readonly vehicles: number;
  readonly mileage: number;
  readonly amount: bigint;
  readonly waits: boolean;
}

/** Which of the offered moves is made at each step: its place in the list, as a share of the length. */
export const choices = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 4 });

let made = 0;

const toCodes = (count: number): string =>
  count
    .toString(5)
    .padStart(5, '0')
    .replaceAll(/[0-4]/g, (digit) => `${String(Number(digit) + 1)}00`);

/** A new order of a buyer of its own; amounts beyond 2^53 are written digit by digit. */
const begin = async ({ api, clock, mock }: StartedMock, beginning: Beginning): Promise<string> => {
  const count = ++made;
  // A fresh one: the walk before may have moved the clock.
  const authorization = `Bearer ${await mock.token(CLIENT)}`;
  const { vies, kycMode, vehicles, mileage, amount } = beginning;
  const buyer = await api.post(
    `${PARTNER}/buyers`,
    {
      vatNumber: `DE${vies}${toCodes(count)}`,
      companyName: `Müller & "Sønner" O'${String(count)}`,
      address: { street: 'Hafenstraße 3', postCode: '20457', city: 'Hamburg', country: 'DE' },
      kycMode,
    },
    { as: null, headers: { authorization } },
  );
  const { uuid: buyerId } = succeed(buyer).body;
  const vins = Array.from({ length: vehicles }, (_all, index) =>
    vehicle(`WVWZZZ1KZ${String(count).padStart(7, '0')}${String(index)}`, { mileage }),
  );
  const order = { externalOrderId: `It's ${String(count)}`, buyerId, purchaseDate: '2026-11-02', vins };
  const money = `{"value":${String(amount)},"currency":"EUR"}`;
  const body = JSON.stringify({ ...order, totalAmount: 'money' }).replace('"money"', money);
  const headers = { authorization, 'content-type': 'application/json' };
  const { uuid } = succeed(await api.post(`${PARTNER}/orders`, body, { as: null, headers })).body as NextMoves['order'];
  if (beginning.waits) clock.advance(MINUTE);
  return uuid;
};

/** Makes moves that `next` offers, each exactly as it is offered; throws for the first that does not succeed. */
export const walk = async (
  started: StartedMock,
  beginning: Beginning,
  picks: readonly number[],
  goal?: object,
): Promise<readonly string[]> => {
  const { api, mock } = started;
  const uuid = await begin(started, beginning);
  // If no way leads there, the walk starts from where the order is.
  if (goal !== undefined) await api.post(`${mock.url}/__admin/orders/${uuid}/goto${SANDBOX}`, goal, { as: null });
  const path: string[] = [];
  for (const pick of picks) {
    const next = await api.get(`${mock.url}/__admin/orders/${uuid}/next${SANDBOX}`, { as: null });
    const { calls, simulators, clock } = succeed(next).body as NextMoves;
    const control = [...simulators, ...(clock === null ? [] : [clock])];
    const place = Math.floor((pick / 1000) * (calls.length + control.length));
    const call = calls[place];
    const step = control[place - calls.length];
    const { title } = call ?? step ?? { title: undefined };
    if (title === undefined) return path;
    const answer =
      call === undefined
        ? await api.post(`${mock.url}${step?.call.path ?? ''}${SANDBOX}`, step?.call.body, { as: null })
        : await sendCall(api, mock.url, withExactBody(call, next.text), await mock.token(CLIENT));
    path.push(title);
    if (answer.status >= 300)
      throw new Error(`"${title}" was refused after ${path.join(' > ')}: ${String(answer.status)} ${answer.text}`);
  }
  const { warnings } = succeed(await api.get(`${mock.url}/__admin/records/orders/${uuid}${SANDBOX}`, { as: null }))
    .body as {
    warnings: readonly object[];
  };
  if (warnings.length > 0) throw new Error(`${JSON.stringify(warnings)} after ${path.join(' > ')}`);
  return path;
};

/** The body as text: a number beyond 2^53 would not survive being parsed. */
const withExactBody = (call: NextMoves['calls'][number], text: string): NextMoves['calls'][number] => {
  if (!/\d{16,}/.test(text)) return call;
  const before = text.indexOf(`"id":${JSON.stringify(call.id)}`);
  const from = text.indexOf('"body":', before) + '"body":'.length;
  const to = text.indexOf(',"upload":', from);
  return call.body === null ? call : { ...call, body: text.slice(from, to) as never };
};

export const goals = fc.constantFrom(
  ...['INVOICE_SUBMITTED', 'PAYMENT_SUBMITTED', 'READY_FOR_PICKUP', 'TRANSPORT_IN_PROGRESS', 'TRANSPORT_COMPLETED'],
  ...['COMPLIANCE_VALID', 'COMPLIANCE_INVALID', 'CANCELLED'],
);

const BOUNDARY = 'a-client-of-its-own';

/** Sends a call as `next` offers it: nothing is added but the token, and the boundary of an upload. */
const sendCall = (
  api: ApiClient,
  root: string,
  { method, path, headers, body, upload }: Omit<NextCall, 'id' | 'curl' | 'leadsTo'>,
  token: string,
): Promise<ApiAnswer> => {
  const authorization = `Bearer ${token}`;
  if (upload === null)
    return api.call(method, root + path, {
      as: null,
      headers: { authorization, 'idempotency-key': undefined, 'content-type': undefined, ...toLower(headers) },
      // As text, if an amount in it would not survive being parsed.
      ...(body === null ? {} : { body: body }),
    });
  return api.call(method, root + path, {
    as: null,
    headers: {
      authorization,
      ...toLower(headers),
      'content-type': `${headers['Content-Type'] ?? ''}; boundary=${BOUNDARY}`,
    },
    body: toMultipart(upload),
  });
};

/** The client of the tests adds headers in lower case. */
const toLower = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const toMultipart = ({ fields, file }: NonNullable<NextCall['upload']>): Uint8Array => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.fileName}"\r\ncontent-type: ${file.contentType}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.from(file.base64, 'base64'),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
};
