import { nextTurn } from '../../../src/edges/system/time.ts';
import { expect, test } from '@jest/globals';
import { createAnyCredential } from '../../../src/engine/ports/any-credential.ts';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { createEngine } from '../../../src/engine/create-engine.ts';
import type { Observer } from '../../../src/engine/ports/ports.ts';
import type { Outcome } from '../../../src/engine/responders/stateful.ts';
import { fromFetchRequest } from '../../../src/edges/http/fetch-adapter.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { specFile } from '../../support/spec-files.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { BREAKER, BURST, IDEMPOTENCY_WINDOW } from '../../../src/vat/policy/limits.ts';

const contract = await loadContract(specFile('admin.yaml'), { trusted: true });
const PATH = '/__admin/health';

type Run = () => Outcome | Promise<Outcome>;

const ask = async (
  run: Run,
  observe: Partial<Observer> = {},
  headers: Record<string, string> = {},
  journal: { readonly add: () => void } = { add: () => undefined },
) => {
  const failures: { error: unknown; traceId: string }[] = [];
  const engine = createEngine({
    burst: BURST,
    breaker: BREAKER,
    idempotencyWindow: IDEMPOTENCY_WINDOW,
    contract,
    authenticator: createAnyCredential(() => undefined),
    mailer: { send: () => undefined },
    journal,
    behaviours: { getHealth: { transactional: false, run } },
    loadGenerators: () => Promise.resolve({ generators: {} }),
    clock: createTestClock(),
    after: () => ({ cancel: () => undefined }),
    nextTurn,
    random: createRandom('internal-error'),
    seed: 'internal-error',
    limits: { bodyBytes: 1000, uploadBytes: 1000, largeBodyBytes: 1000, jsonDepth: 32, jsonValues: 1000 },
    problemBase: () => 'http://stub.example',
    observer: {
      finished: () => undefined,
      failed: (error, traceId) => failures.push({ error, traceId }),
      noticed: () => undefined,
      breached: () => undefined,
      ...observe,
    },
  });
  const reply = await engine.handle(fromFetchRequest(new Request(`http://stub.example${PATH}`, { headers })));
  const text = String(reply.content?.body);
  return { reply, text, body: JSON.parse(text), failures };
};

const secret = new Error('the password of /var/lib/vatmock/store is tr0ub4dor');
const fail = (): never => {
  throw secret;
};

test.each<[string, Run]>([
  ['throws', fail],
  ['rejects', () => Promise.reject(secret)],
])('a behaviour that %s is a 500 with a trace id, and nothing of the inside', async (_name, responder) => {
  const { reply, text, body, failures } = await ask(responder);
  expect(reply.status).toBe(500);
  expect(reply.content?.mediaType).toBe('application/problem+json');
  expect(body).toEqual({
    type: 'http://stub.example/problems/internal-error',
    title: 'Internal error',
    status: 500,
    detail: 'The stub failed to answer. The trace id finds the cause in its log.',
    instance: PATH,
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
  });
  for (const inside of ['password', 'vatmock', 'tr0ub4dor', 'Error:', ' at ', '.ts'])
    expect(text + JSON.stringify(reply.headers)).not.toContain(inside);
  expect(failures).toEqual([{ error: secret, traceId: body.traceId }]);
  expect(reply.headers['x-trace-id']).toBe(body.traceId);
});

test.each(['a text', 17, null, undefined, { status: 200, detail: 'tr0ub4dor' }])(
  '%p thrown instead of an error makes no difference',
  async (thrown) => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- This is what is tested.
    const { reply, text, failures } = await ask(() => Promise.reject(thrown));
    expect(reply.status).toBe(500);
    expect(text).not.toMatch(/tr0ub4dor|a text|17/);
    expect(failures).toEqual([{ error: thrown, traceId: expect.any(String) }]);
  },
);

test("the trace id of a 500 is the client's own, if it sent one", async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const { body, failures } = await ask(fail, {}, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  expect(body.traceId).toBe(traceId);
  expect(failures).toEqual([{ error: secret, traceId }]);
});

test('an observer that fails is a 500 too', async () => {
  const { reply, body, text } = await ask(() => ({ status: 200 }), { finished: fail });
  expect(reply.status).toBe(500);
  expect(body).toMatchObject({ type: 'http://stub.example/problems/internal-error', instance: PATH });
  expect(text).not.toContain('tr0ub4dor');
});

test('a journal that fails spoils no answer', async () => {
  const { reply, failures } = await ask(() => ({ status: 200, body: { status: 'UP' } }), {}, {}, { add: fail });
  expect([reply.status, failures]).toEqual([200, [{ error: secret, traceId: reply.headers['x-trace-id'] }]]);
});
