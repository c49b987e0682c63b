import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import { type ReadAnswer, readAnswer } from '../../support/check-answer.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createRequestBuilder } from '../../support/valid-request.ts';
import { createWorkflow } from '../../support/workflow.ts';
import {
  type AdminClient,
  type NewSandbox,
  createAdminClient,
  createSandbox,
  succeed,
  tokenOf,
} from '../control-api/admin-client.ts';
import {
  type Cast,
  type State,
  castsFor,
  idsIn,
  isObject,
  namesInBody,
  namesInPath,
  widened,
} from './named-resources.ts';

// Each of some forty operations is called by three organizations, and the state restored in between.

/**
 * The rule that a hosted server stands on: nobody reads or changes what another organization has. Every operation of the
 * description is called with the ids of organization A: by A itself, for whom it must work (or else the test would prove
 * nothing), by B, which may act for the same sellers, and by C, which may not and names its own instead.
 */
const started: StartedMock = await startMock();
const { mock } = started;
const admin: AdminClient = createAdminClient(started);
const build = createRequestBuilder(mock.contract);
const operations = mock.contract.operations.filter(({ security }) => security.length > 0);
const publicOperations = mock.contract.operations.filter(({ security }) => security.length === 0);

const A = 'api-client-demo';
const SELLERS = ['3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f'];
let B: NewSandbox;
let C: NewSandbox;
/** Everything that A has, as text. */
let before: string;
let state: State;

beforeAll(async () => {
  // The fixtures have most of what operations name; what they lack is made here.
  await mock.clock.freeze();
  const workflow = createWorkflow(started.api, started.clock);
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  const { id } = succeed(
    await started.api.post('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['kyc.*', 'compliance.*'] }),
  ).body;
  succeed(
    await started.api.post(`/webhooks/${String(id)}/test`, { eventType: 'kyc.verification_completed', data: {} }),
  );
  await mock.idle();
  // Empty, so that whatever they find is not their own.
  const tier = { rateLimitTier: 'ENTERPRISE', fixtures: false };
  B = await createSandbox(admin, { ...tier, sellers: SELLERS.map((uuid) => ({ uuid })) });
  C = await createSandbox(admin, tier);
  before = await exportA();
  state = JSON.parse(before) as State;
});
afterAll(() => started.stop());

const exportA = async (): Promise<string> => succeed(await admin('GET', '/state?sandbox=demo')).text;
const restoreA = async (): Promise<void> => {
  await mock.idle();
  succeed(await admin('PUT', '/state?sandbox=demo', { body: before }));
};

interface Ask {
  readonly operation: Operation;
  readonly cast: Cast;
  readonly token: string;
  /** Whom the path names as seller; undefined for the one to whom the resource belongs. */
  readonly seller?: string | undefined;
}

/** Whose resource it is: a seller of A where it is nobody's in particular. */
const sellerOf = (cast: Cast): string =>
  Object.values(cast)
    .map(({ value }) => value['seller'])
    .find((seller): seller is string => typeof seller === 'string') ?? String(SELLERS[0]);

/** A request that fits the description and names what is in the cast. */
const ask = async ({ operation, cast, token, seller = sellerOf(cast) }: Ask): Promise<ReadAnswer> => {
  const valid = build(operation);
  const query = new URL(valid.path, 'http://localhost').search;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(name === 'sellerId' ? seller : (cast[name]?.id ?? '')),
  );
  const headers = new Headers(valid.headers);
  headers.set('authorization', `Bearer ${token}`);
  const body = toBody(valid.body, cast);
  const request = new Request(mock.baseUrl + path + query, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return readAnswer(await mock.handle(request));
};

const toBody = (body: string | FormData | undefined, cast: Cast): string | FormData | undefined => {
  if (typeof body !== 'string') return body;
  const value = widened(JSON.parse(body));
  if (!isObject(value)) return body;
  const named = Object.fromEntries(namesInBody(value).map(({ parameter }) => [parameter, cast[parameter]?.id]));
  return JSON.stringify({ ...value, ...naturalKeys(value), ...named });
};

/** The customer's own names for things: they must not lead to another customer's either. */
const naturalKeys = (body: Record<string, unknown>): object => {
  const own = (collection: string, member: string): object =>
    member in body ? { [member]: state.collections[collection]?.documents[0]?.value[member] } : {};
  return { ...own('buyers', 'vatNumber'), ...own('orders', 'externalOrderId') };
};

const bodyOf = (operation: Operation): unknown => {
  const { body } = build(operation);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
};

const namesOf = (operation: Operation) => [...namesInPath(operation), ...namesInBody(bodyOf(operation))];

/** Reached its operation: done, or refused for the state that the resource is in. */
const worked = ({ status }: ReadAnswer): boolean => status < 300 || status === 409;

/** Resources of A for which A's own call works. */
const findCast = async (operation: Operation): Promise<Cast> => {
  const seen = new Set<number>();
  for (const cast of castsFor(namesOf(operation), state)) {
    const answer = await ask({ operation, cast, token: await mock.token(A) });
    // Reads too leave something behind: an Export File is drawn when somebody first looks at it.
    await restoreA();
    if (worked(answer)) return cast;
    seen.add(answer.status);
  }
  throw new Error(
    `A has nothing on which ${operation.id} works (${[...seen].join(', ') || 'nothing at all'}): make it in beforeAll`,
  );
};

const expectUntouched = async (): Promise<void> => {
  await mock.idle();
  expect((await exportA()) === before).toBe(true);
};

const expectNothingOfA = ({ bytes, status }: ReadAnswer): void => {
  const text = bytes.toString('latin1');
  const found = status < 300 ? idsIn(state).filter((id) => text.includes(id)) : [];
  expect(found).toEqual([]);
};

test('putting A’s state back makes it what it was', async () => {
  await restoreA();
  await expectUntouched();
});

describe.each(operations.filter((operation) => namesOf(operation).length > 0))('$id names a resource:', (operation) => {
  test('it works for its owner, and for nobody else', async () => {
    const cast = await findCast(operation);
    const own = String(C.sellers[0]);
    for (const [seller, by] of [
      [undefined, B],
      [undefined, C],
      [own, C],
    ] as const) {
      const answer = await ask({ operation, cast, token: await tokenOf(by), seller });
      expect([403, 404]).toContain(answer.status);
      if (by === B || seller === own) expect(answer.status).toBe(404);
      // What a refusal says is what was asked for, and no more.
      expect(answer.body).not.toHaveProperty('currentResource');
      await expectUntouched();
    }
  });
});

describe.each(operations.filter((operation) => namesOf(operation).length === 0))('$id names none:', (operation) => {
  test('another organization finds nothing of A in it, and changes nothing of A by it', async () => {
    for (const by of [B, C]) {
      const seller = operation.path.includes('{sellerId}') ? by.sellers[0] : undefined;
      const answer = await ask({ operation, cast: {}, token: await tokenOf(by), seller });
      expect(answer.status).toBeLessThan(300);
      expectNothingOfA(answer);
      await expectUntouched();
    }
  });
});

test('a VIN of A is found by A alone', async () => {
  const order = state.collections['orders']?.documents[0]?.value as { readonly vins: readonly { vin: string }[] };
  const find = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await started.api.get(`/orders?vin=${String(order.vins[0]?.vin)}`, { as: null, headers });
    return (body.data as { uuid: string }[]).filter(({ uuid }) => idsIn(state).includes(uuid)).length;
  };
  expect(await find(await mock.token(A))).toBeGreaterThan(0);
  expect([await find(await tokenOf(B)), await find(await tokenOf(C))]).toEqual([0, 0]);
});

test('a document of A is no evidence for an order of B', async () => {
  const workflow = createWorkflow(started.api, started.clock, { as: B.clientId, seller: String(B.sellers[0]) });
  const { orderUuid } = await workflow.begin();
  const { id } = succeed(await workflow.upload(orderUuid, 'PROOF_OF_PAYMENT')).body;
  const proofs = (state.collections['documents']?.documents ?? []).filter(
    ({ value }) => value['type'] === 'PROOF_OF_PAYMENT',
  );
  expect(proofs.length).toBeGreaterThan(0);
  succeed(await workflow.submitInvoice(orderUuid));
  for (const proof of proofs) expect((await workflow.pay(orderUuid, { documentId: proof.id })).status).toBe(422);
  expect((await workflow.pay(orderUuid, { documentId: id })).status).toBe(201);
  await expectUntouched();
});

test.each(publicOperations)('$id: the secret of A’s link opens nothing in another sandbox', async (operation) => {
  const secrets = (state.collections['invitations']?.documents ?? []).map(({ value }) => value['secret'] as string);
  expect(secrets.length).toBeGreaterThan(0);
  for (const { id } of [B, C]) {
    const { method, headers, body } = build(operation);
    const path = operation.path.replace('{token}', `${id}.${String(secrets[0])}`);
    const answer = await readAnswer(
      await mock.handle(new Request(mock.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })),
    );
    expect(answer.status).toBe(404);
    await expectUntouched();
  }
});
