import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ApiAnswer } from '../../support/api-client.ts';
import { closedBy } from '../../support/closed-by.ts';
import { OTHER_VIN, VIN, createWorkflow, succeed, vehicle } from '../../support/workflow.ts';
import {
  type Evidence,
  type ModelOrder,
  type Step,
  decisionOf,
  newOrder,
  rollupOf,
  take,
  transportOf,
  vinStatusOf,
} from './order-model.ts';
import { runs } from '../../support/long-form.ts';

// The client without limits, so that only the workflow decides.
const SELLER = 'acbda359-95c1-4bf5-b598-96c4baf862d4';
const as = 'api-client-enterprise';
const { api, clock } = await closedBy(afterAll).start();
const workflow = createWorkflow(api, clock, { as, seller: SELLER });
const VINS = [VIN, OTHER_VIN];
const TOTAL = 1_250_000;

const vinIndexes = fc.option(fc.subarray([0, 1], { minLength: 1 }), { nil: undefined });
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('invoice' as const),
    type: fc.constantFrom('PRELIMINARY' as const, 'FINAL' as const, undefined),
    marginScheme: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('pay' as const), amount: fc.constantFrom(0, 1, 500_000, TOTAL) }),
  fc.record({
    kind: fc.constant('upload' as const),
    type: fc.constantFrom(
      'CMR' as const,
      'PICKUP_DECLARATION' as const,
      'DELIVERY_DECLARATION' as const,
      'PROOF_OF_PAYMENT' as const,
      'PRELIMINARY' as const,
      'FINAL' as const,
    ),
    vin: fc.constantFrom(undefined, 0, 1),
  }),
  fc.record({ kind: fc.constant('archive' as const), document: fc.nat(8) }),
  ...(['pickup', 'revoke', 'deliver'] as const).map((kind) => fc.record({ kind: fc.constant(kind), vins: vinIndexes })),
);

/** Leads to a verdict when nothing disturbs it, so that random steps meet every status. */
const straight: readonly Step[] = [
  { kind: 'invoice', type: undefined, marginScheme: false },
  { kind: 'upload', type: 'PRELIMINARY', vin: undefined },
  { kind: 'pay', amount: TOTAL },
  { kind: 'upload', type: 'PROOF_OF_PAYMENT', vin: undefined },
  { kind: 'upload', type: 'CMR', vin: undefined },
  { kind: 'upload', type: 'PICKUP_DECLARATION', vin: undefined },
  { kind: 'pickup', vins: undefined },
  { kind: 'upload', type: 'DELIVERY_DECLARATION', vin: undefined },
  { kind: 'invoice', type: 'FINAL', marginScheme: false },
  { kind: 'upload', type: 'FINAL', vin: undefined },
  { kind: 'deliver', vins: undefined },
];

/** The straight path with random steps thrown in at random places, and perhaps a cancellation. */
const stories = fc
  .tuple(
    fc.array(fc.tuple(fc.nat(straight.length), steps), { maxLength: 10 }),
    fc.option(fc.nat(straight.length), { nil: undefined }),
    fc.boolean(),
  )
  .map(([extra, cancelAt, cancels]): Step[] => {
    const story: Step[] = [];
    for (let place = 0; place <= straight.length; place++) {
      for (const [at, step] of extra) if (at === place) story.push(step);
      if (cancels && cancelAt === place) story.push({ kind: 'cancel' });
      const next = straight[place];
      if (next !== undefined) story.push(next);
    }
    return story;
  });

interface Picture {
  readonly order: ApiAnswer;
  readonly transport: ApiAnswer;
  readonly compliance: ApiAnswer;
  readonly invoices: ApiAnswer;
}

const look = async (uuid: string): Promise<Picture> => ({
  order: succeed(await workflow.order(uuid)),
  transport: succeed(await workflow.transport(uuid)),
  compliance: succeed(await workflow.compliance(uuid)),
  invoices: succeed(await api.get(`/partners/${SELLER}/orders/${uuid}/invoice`, { as })),
});

const upload = (uuid: string, type: Evidence, vin: string | undefined): Promise<ApiAnswer> =>
  type === 'PRELIMINARY' || type === 'FINAL'
    ? workflow.upload(uuid, 'INVOICE', vin, type)
    : workflow.upload(uuid, type, vin);

const act = (uuid: string, step: Step, documents: readonly string[]): Promise<ApiAnswer> => {
  const select = (vins: readonly number[] | undefined): object =>
    vins === undefined ? {} : { vins: vins.map((index) => VINS[index]) };
  switch (step.kind) {
    case 'invoice': {
      const { type, marginScheme } = step;
      return workflow.submitInvoice(uuid, { marginScheme, ...(type === undefined ? {} : { type }) });
    }
    case 'pay':
      return workflow.pay(uuid, { amount: { value: step.amount, currency: 'EUR' } });
    case 'upload':
      return upload(uuid, step.type, step.vin === undefined ? undefined : VINS[step.vin]);
    case 'archive':
      return api.patch(
        `/documents/${documents[step.document] ?? '00000000-0000-4000-8000-000000000000'}`,
        { status: 'ARCHIVED' },
        { as },
      );
    case 'pickup':
      return workflow.confirmPickup(uuid, select(step.vins));
    case 'revoke':
      return workflow.revokePickup(uuid, select(step.vins));
    case 'deliver':
      return workflow.confirmDelivery(uuid, select(step.vins));
    case 'cancel':
      return api.post(`/orders/${uuid}/cancel`, {}, { as });
  }
};

const STATUS_OF = {
  'milestone-not-reached': 409,
  'milestone-already-set': 409,
  'validation-error': 422,
  'not-found': 404,
} as const;

const textsOf = ({ order, transport, compliance, invoices }: Picture): string[] =>
  [order, transport, compliance, invoices].map(({ text }) => text);

/** Where the model says the order stands, in the words of the API. */
const expectPicture = ({ order, transport, compliance }: Picture, model: ModelOrder): void => {
  expect(order.body.status).toBe(model.status);
  expect(order.body.vins.map(({ complianceStatus }: { complianceStatus: string }) => complianceStatus)).toEqual(
    model.vins.map((_vin, index) => vinStatusOf(model, index)),
  );
  expect(transport.body.status).toBe(transportOf(model));
  expect(compliance.body).toMatchObject({ decision: decisionOf(model) });
  if (model.status === 'CANCELLED') return;
  expect(compliance.body.status).toBe(rollupOf(model));
  expect(compliance.body.blockers.length === 0).toBe(rollupOf(model) === 'VALID');
};

const withoutStamp = ({ version: _version, updatedAt: _updatedAt, ...rest }: Record<string, unknown>): string =>
  JSON.stringify(rest);

/** A version rises by one when something else changed, and not at all when nothing did. */
const expectVersions = (before: Picture, after: Picture): void => {
  const pairs: [Record<string, unknown>, Record<string, unknown>][] = [
    [before.order.body, after.order.body],
    [before.transport.body, after.transport.body],
    [before.compliance.body, after.compliance.body],
  ];
  for (const invoice of before.invoices.body.data)
    pairs.push([
      invoice,
      (after.invoices.body.data as Record<string, unknown>[]).find(({ type }) => type === invoice.type)!,
    ]);
  for (const [old, fresh] of pairs) {
    const rise = withoutStamp(old) === withoutStamp(fresh) ? 0 : 1;
    expect(Number(fresh['version']) - Number(old['version'])).toBe(rise);
  }
};

test('whatever is done to an order, in whatever sequence', async () => {
  const { body: buyer } = succeed(await workflow.createBuyer());
  clock.advance(10_000);
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { uuid } = succeed(await workflow.createOrder(buyer.uuid, { vins: VINS.map((vin) => vehicle(vin)) })).body;
      const model = newOrder(VINS.length, TOTAL);
      const documents: string[] = [];
      let before = await look(uuid);
      for (const step of story) {
        clock.advance(1000);
        const outcome = take(model, step);
        const answer = await act(uuid, step, documents);
        const after = await look(uuid);
        met.set(`${step.kind} ${outcome}`, (met.get(`${step.kind} ${outcome}`) ?? 0) + 1);
        met.set(model.status, (met.get(model.status) ?? 0) + 1);
        if (outcome === 'done') {
          expect(answer.status).toBeLessThan(300);
          if (step.kind === 'upload') documents.push(answer.body.id);
        } else {
          expect({ step, status: answer.status, type: String(answer.body.type).split('/').at(-1) }).toEqual({
            step,
            status: STATUS_OF[outcome],
            type: outcome,
          });
          expect(answer.body.detail).toMatch(/\w/);
          expect(textsOf(after)).toEqual(textsOf(before));
        }
        expectPicture(after, model);
        expectVersions(before, after);
        before = after;
      }
    }),
    { numRuns: runs({ short: 20, long: 60 }), seed: 20261120 },
  );
  // The stories went where they should: every status, and every refusal that a step can get.
  for (const place of [
    'INVOICE_SUBMITTED',
    'PAYMENT_SUBMITTED',
    'READY_FOR_PICKUP',
    'TRANSPORT_IN_PROGRESS',
    'TRANSPORT_COMPLETED',
    'COMPLIANCE_VALID',
    'CANCELLED',
    'invoice milestone-already-set',
    'pay milestone-not-reached',
    'pay milestone-already-set',
    'pickup milestone-not-reached',
    'pickup milestone-already-set',
    'revoke milestone-not-reached',
    'deliver milestone-not-reached',
    'deliver milestone-already-set',
    'cancel done',
    'cancel milestone-already-set',
  ])
    expect([place, met.has(place)]).toEqual([place, true]);
}, 120_000);
