/** What every peer is asked for, where it can do it. */
export const WORKS = ['me', 'orders', 'example', 'invalid', 'generated'] as const;
export type Work = (typeof WORKS)[number];

export const WORK_NAMES: Readonly<Record<Work, string>> = {
  me: 'GET /me',
  orders: 'POST orders, valid',
  example: 'POST orders, gates only',
  invalid: 'POST orders, invalid',
  generated: 'generated body',
};

/** A request as often as it is wanted. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What must come back; anything else ends the measurement. */
  readonly status: number;
  /** What differs from one request to the next. */
  readonly vary?: () => {
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

/** The benchmark's client is the ENTERPRISE one, whose limits nobody meets: its seller, and a buyer of its fixtures. */
export const CLIENT = { id: 'api-client-enterprise', secret: 'enterprise-secret' };
const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const BUYER = 'c1a7e9d4-03b6-4f52-9e8c-6d2f4b7a1035';
const ORDER = '27d5b8e1-90fa-4c63-8b74-3e1a6f0d5c92';
export const ORDERS = `/partners/${SELLER}/orders`;

let drawn = 0;
/** A number that no request of this run has had. */
const next = (): number => ++drawn;

/** 17 characters, the last eight a number. */
export const vinOf = (number: number): string => `WVWZZZ1JZ${String(number).padStart(8, '0')}`;

const orderText = (
  number: number,
  amount: object = { value: 1_250_000, currency: 'EUR' },
  vin = vinOf(number),
  buyerId = BUYER,
): string =>
  JSON.stringify({
    externalOrderId: `BENCH-${String(number)}`,
    buyerId,
    purchaseDate: '2026-11-02',
    vins: [{ vin, brand: 'Volkswagen', model: 'Golf', mileage: 98_450, purchaseAmount: amount }],
    totalAmount: { value: 1_250_000, currency: 'EUR' },
  });

const toHeaders = (authorization: string): Record<string, string> => ({
  authorization,
  'content-type': 'application/json',
});

const freshKey = (number = next()): Record<string, string> => ({ 'idempotency-key': `bench-${String(number)}` });

/** A write of its own each time: a repeated key would be answered from the store. */
export const withFreshKeys = (request: Request): Request => ({
  ...request,
  vary: () => ({ headers: { ...request.headers, ...freshKey() } }),
});

/** An order of its own each time: a repeated one is no new one. */
const post = (authorization: string, path: string, status: number, toBody: (number: number) => string): Request => {
  const headers = toHeaders(authorization);
  const vary = () => {
    const number = next();
    return { headers: { ...headers, ...freshKey(number) }, body: toBody(number) };
  };
  return { method: 'POST', path, headers, status, vary };
};

/** A new order into any sandbox. */
export const orderOf = (authorization: string, seller: string, buyer: string) => {
  const number = next();
  return {
    path: `/v1/partners/${seller}/orders`,
    headers: { ...toHeaders(authorization), ...freshKey(number) },
    body: orderText(number, undefined, undefined, buyer),
  };
};

/** Orders one after the other, beginning with the VIN of number 0. */
export const numberedOrders = (basePath: string, authorization: string): Request => {
  let number = 0;
  return post(authorization, basePath + ORDERS, 201, () => orderText(number++));
};

/** The same order under the same key, again and again, whoever asks. */
export const replayedOrder = (basePath: string): ((authorization: string) => Request) => {
  const key = freshKey();
  return (authorization) => ({
    method: 'POST',
    path: basePath + ORDERS,
    headers: { ...toHeaders(authorization), ...key },
    body: orderText(99_999_999),
    status: 201,
  });
};

export const toRequest = (work: Work, basePath: string, authorization: string): Request => {
  switch (work) {
    case 'me':
      return { method: 'GET', path: `${basePath}/me`, headers: { authorization }, status: 200 };
    case 'orders':
      return post(authorization, basePath + ORDERS, 201, orderText);
    case 'example': {
      // Through every gate as the one above; what comes is the example, and no order is kept.
      const request = post(authorization, basePath + ORDERS, 201, orderText);
      const vary = () => {
        const varied = request.vary?.() ?? {};
        return { ...varied, headers: { ...varied.headers, prefer: 'code=201' } };
      };
      return { ...request, vary };
    }
    case 'invalid':
      // A VIN too short and a currency forgotten.
      return post(authorization, basePath + ORDERS, 422, (number) => orderText(number, { value: 1_250_000 }, 'ABC'));
    case 'generated':
      return {
        method: 'GET',
        path: `${basePath}${ORDERS}/${ORDER}`,
        headers: { authorization, prefer: 'dynamic=true' },
        status: 200,
      };
  }
};
