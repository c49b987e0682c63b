import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { jobs } from '../../../src/engine/sandbox/job.ts';
import { OTHER_VIN, VIN } from '../../support/sample-records.ts';
import { ORGANIZATION, type Service, createSteps, eur, isoOf, openService, vehicle } from '../open-service.ts';

const DAY = 86_400_000;
const OTHER_FILE = { fileName: 'other.pdf' };

let service: Service;
let steps: ReturnType<typeof createSteps>;
beforeEach(() => {
  service = openService();
  steps = createSteps(service);
});
afterEach(() => service.stop());

interface Picture {
  readonly order: Record<string, unknown>;
  readonly transport: Record<string, unknown>;
  readonly compliance: Record<string, unknown>;
  readonly invoices: readonly Record<string, unknown>[];
}

/** Everything that a client sees of an order. */
const look = async (uuid: string): Promise<Picture> => {
  const path = { uuid };
  return {
    order: (await service.call('getOrder', { path })).body,
    transport: (await service.call('getTransport', { path })).body,
    compliance: (await service.call('getOrderCompliance', { path })).body,
    invoices: (await service.call('listInvoices', { path })).body.data,
  };
};

const withoutStamp = ({ version: _version, updatedAt: _updatedAt, ...rest }: Record<string, unknown>): unknown => rest;

/** A version rises by one, and the instant of the change is kept, when something else changed; else both stay. */
const expectVersions = (before: Picture, after: Picture): void => {
  const pairs = [
    [before.order, after.order],
    [before.transport, after.transport],
    [before.compliance, after.compliance],
    ...before.invoices.map((old) => [old, after.invoices.find(({ type }) => type === old['type'])!] as const),
  ] as const;
  for (const [old, fresh] of pairs) {
    const isSame = JSON.stringify(withoutStamp(old)) === JSON.stringify(withoutStamp(fresh));
    expect([fresh['version'], fresh['updatedAt']]).toEqual(
      isSame ? [old['version'], old['updatedAt']] : [Number(old['version']) + 1, isoOf(service.now())],
    );
  }
};

const typesAfter = async (count: number): Promise<readonly string[]> =>
  (await service.events()).slice(count).map(({ type }) => type);

const codesIn = ({ compliance }: Picture): readonly string[] =>
  (compliance['blockers'] as { code: string }[]).map(({ code }) => code);

const vinsIn = ({ order }: Picture): readonly string[] =>
  (order['vins'] as { complianceStatus: string }[]).map(({ complianceStatus }) => complianceStatus);

const judged = async (buyer: object = {}, final: object = {}): Promise<string> => {
  const order = await steps.order(await steps.buyer(buyer));
  await steps.takeToTheRoad(order);
  await steps.arrive(order, final);
  return order;
};

const archive = async (order: string, type: string): Promise<void> => {
  const { data } = (await service.call('listOrderDocuments', { path: { uuid: order } })).body;
  const { id } = (data as { id: string; type: string; status: string }[]).find(
    (one) => one.type === type && one.status === 'ACTIVE',
  )!;
  await service.call('updateDocument', { path: { id }, body: { status: 'ARCHIVED' } });
};

test('the straight path: versions, vehicles, blockers and events after every step', async () => {
  const order = await steps.begin({ vins: [vehicle(VIN), vehicle(OTHER_VIN)] });
  const seen: [step: string, status: unknown, rollup: unknown, vins: string, events: string][] = [];
  let before = await look(order);
  const then = async (step: string, act: () => Promise<unknown>): Promise<void> => {
    await service.pass(1000);
    const { length } = await service.events();
    await act();
    const after = await look(order);
    expectVersions(before, after);
    seen.push([
      step,
      after.order['status'],
      after.compliance['status'],
      vinsIn(after).join(' '),
      (await typesAfter(length)).join(' '),
    ]);
    before = after;
  };
  await then('invoice', () => steps.invoice(order));
  await then('its document', () => steps.upload(order, 'INVOICE'));
  await then('a part', () => steps.pay(order, { amount: eur(1) }));
  await then('the rest', () => steps.pay(order, { amount: eur(1_249_999) }));
  await then('proof', () => steps.upload(order, 'PROOF_OF_PAYMENT'));
  await then('first pickup', () => steps.pickUp(order, { vins: [VIN] }));
  await then('CMR of the first', () => steps.upload(order, 'CMR', { vin: VIN }));
  await then('second pickup', () => steps.pickUp(order));
  await then('revoked', () => steps.revoke(order, { vins: [OTHER_VIN] }));
  await then('again', () => steps.pickUp(order));
  await then('declaration', () => steps.upload(order, 'PICKUP_DECLARATION'));
  await then('CMR of all', () => steps.upload(order, 'CMR'));
  await then('first delivery', () => steps.deliver(order, { vins: [OTHER_VIN] }));
  await then('second delivery', () => steps.deliver(order));
  await then('final invoice', () => steps.invoice(order));
  await then('its document', () => steps.upload(order, 'INVOICE'));
  await then('declaration', () => steps.upload(order, 'DELIVERY_DECLARATION'));
  expect(seen).toEqual([
    ['invoice', 'INVOICE_SUBMITTED', 'INCOMPLETE', 'PENDING PENDING', ''],
    ['its document', 'INVOICE_SUBMITTED', 'INCOMPLETE', 'PENDING PENDING', ''],
    ['a part', 'PAYMENT_SUBMITTED', 'INCOMPLETE', 'PENDING PENDING', ''],
    ['the rest', 'READY_FOR_PICKUP', 'INCOMPLETE', 'PENDING PENDING', ''],
    ['proof', 'READY_FOR_PICKUP', 'INCOMPLETE', 'PENDING PENDING', ''],
    ['first pickup', 'TRANSPORT_IN_PROGRESS', 'INCOMPLETE', 'PICKUP_CONFIRMED PENDING', ''],
    ['CMR of the first', 'TRANSPORT_IN_PROGRESS', 'INCOMPLETE', 'IN_TRANSIT PENDING', ''],
    ['second pickup', 'TRANSPORT_IN_PROGRESS', 'INCOMPLETE', 'IN_TRANSIT PICKUP_CONFIRMED', ''],
    ['revoked', 'TRANSPORT_IN_PROGRESS', 'INCOMPLETE', 'IN_TRANSIT PENDING', ''],
    ['again', 'TRANSPORT_IN_PROGRESS', 'INCOMPLETE', 'IN_TRANSIT PICKUP_CONFIRMED', ''],
    ['declaration', 'TRANSPORT_IN_PROGRESS', 'INCOMPLETE', 'IN_TRANSIT PICKUP_CONFIRMED', ''],
    ['CMR of all', 'TRANSPORT_IN_PROGRESS', 'VALID', 'IN_TRANSIT IN_TRANSIT', 'compliance.status_changed'],
    ['first delivery', 'TRANSPORT_IN_PROGRESS', 'VALID', 'IN_TRANSIT DELIVERED', ''],
    ['second delivery', 'TRANSPORT_COMPLETED', 'INCOMPLETE', 'DELIVERED DELIVERED', 'compliance.status_changed'],
    ['final invoice', 'TRANSPORT_COMPLETED', 'INCOMPLETE', 'DELIVERED DELIVERED', ''],
    ['its document', 'TRANSPORT_COMPLETED', 'INCOMPLETE', 'DELIVERED DELIVERED', ''],
    [
      'declaration',
      'COMPLIANCE_VALID',
      'VALID',
      'VALID VALID',
      'compliance.status_changed compliance.decision_made export_file.generated',
    ],
  ]);
  expect(before.invoices.map(({ status }) => status)).toEqual(['VALID', 'VALID']);
});

test('the events say what changed: the blockers only when it is no longer VALID', async () => {
  const order = await judged({}, { marginScheme: true });
  const data = (await service.events()).map(({ type, seller, data: told }) => [type, seller, told]);
  const changed = (previousStatus: string, currentStatus: string, blockers: unknown) => [
    'compliance.status_changed',
    ORGANIZATION.sellers[0]?.uuid,
    { orderUuid: order, previousStatus, currentStatus, blockers },
  ];
  expect(data.slice(0, 3)).toEqual([
    changed('INCOMPLETE', 'VALID', []),
    changed('VALID', 'INCOMPLETE', [{ code: 'INVOICE_DOCUMENT_MISSING', message: expect.any(String) }]),
    changed('INCOMPLETE', 'VALID', []),
  ]);
  expect(data.find(([type]) => type === 'compliance.decision_made')).toEqual([
    'compliance.decision_made',
    ORGANIZATION.sellers[0]?.uuid,
    { orderUuid: order, decision: 'VAT_APPLICABLE' },
  ]);
  await archive(order, 'CMR');
  const last = (await service.events()).at(-1);
  expect([last?.type, last?.seller, last?.data]).toEqual(
    changed('VALID', 'INCOMPLETE', [{ code: 'CMR_MISSING', vin: VIN, message: expect.any(String) }]),
  );
  await steps.upload(order, 'CMR');
  const back = (await service.events()).slice(-3);
  expect([back[0]?.type, back[0]?.seller, back[0]?.data]).toEqual(changed('INCOMPLETE', 'VALID', []));
  expect(back.slice(1).map(({ type }) => type)).toEqual(['compliance.decision_made', 'export_file.generated']);
});

describe('a verdict stands', () => {
  test('when nothing of the order is corrected: not a thing changes', async () => {
    const order = await judged();
    const before = await look(order);
    const { length } = await service.events();
    await service.pass(1000);
    const { buyerId } = before.order as { buyerId: string };
    await steps.invoice(order, { type: 'FINAL', invoiceNumber: 'F-1' });
    await service.call('updateBuyer', { path: { buyerId }, body: { companyName: 'Another Name GmbH' } });
    expect(await look(order)).toEqual(before);
    expect(await typesAfter(length)).toEqual([]);
  });

  test('when VIES says something else, until data is corrected: then that counts', async () => {
    const order = await judged({ vatNumber: 'DE100200' });
    const before = await look(order);
    expect(before.compliance).toMatchObject({ decision: 'VALID_EXPORT', viesResult: 'VALID' });
    const { buyerId } = before.order as { buyerId: string };
    await service.call('requestViesCheck', { path: { buyerId } });
    await service.pass(10_000);
    expect(await look(order)).toEqual(before);
    // The same invoice again corrects nothing.
    await steps.invoice(order, { type: 'FINAL', invoiceNumber: 'F-1' });
    expect(await look(order)).toEqual(before);
    await service.pass(1000);
    await steps.upload(order, 'CMR');
    const after = await look(order);
    expectVersions(before, after);
    expect(after.order['status']).toBe('COMPLIANCE_INVALID');
    expect(vinsIn(after)).toEqual(['INVALID']);
    expect(after.compliance).toMatchObject({ status: 'INVALID', decision: 'VAT_APPLICABLE', viesResult: 'INVALID' });
    expect(after.invoices.map(({ status }) => status)).toEqual(['INVALID', 'INVALID']);
  });

  test.each([
    ['another document of a kind that is there', (order: string) => steps.upload(order, 'CMR', {}, OTHER_FILE), true],
    ['another copy of one', (order: string) => steps.upload(order, 'CMR'), false],
    ['one of two copies archived', (order: string) => archive(order, 'CMR'), false],
    ['a copy of the invoice', (order: string) => steps.upload(order, 'INVOICE', { invoiceType: 'FINAL' }), false],
    ['an Export File archived', (order: string) => archive(order, 'EXPORT_FILE'), false],
  ])('%s', async (_what, act, isNew) => {
    const order = await judged();
    await steps.upload(order, 'CMR');
    const { length } = await service.events();
    await act(order);
    expect(await typesAfter(length)).toEqual(isNew ? ['compliance.decision_made', 'export_file.generated'] : []);
    expect((await look(order)).order['status']).toBe('COMPLIANCE_VALID');
  });

  test('what takes it back takes the decision back; vehicles and invoices stand as before it', async () => {
    const order = await judged();
    const before = await look(order);
    await service.pass(1000);
    await archive(order, 'DELIVERY_DECLARATION');
    const open = await look(order);
    expectVersions(before, open);
    expect(open.order['status']).toBe('TRANSPORT_COMPLETED');
    expect(open.compliance).toMatchObject({ status: 'INCOMPLETE', decision: null });
    expect(codesIn(open)).toEqual(['DELIVERY_DECLARATION_MISSING']);
    expect(vinsIn(open)).toEqual(['DELIVERED']);
    expect(open.invoices.map(({ status }) => status)).toEqual(['SUBMITTED', 'SUBMITTED']);
    await service.pass(1000);
    await steps.upload(order, 'DELIVERY_DECLARATION');
    const again = await look(order);
    expectVersions(open, again);
    expect(again.order['status']).toBe('COMPLIANCE_VALID');
  });

  test('an order that waits for another verdict has its buyer checked daily again', async () => {
    const order = await judged();
    await service.pass(2 * DAY);
    const jobsNow = async () => (await service.sandbox.read((work) => work.page(jobs, { page: 0, size: 100 }))).values;
    expect(await jobsNow()).toEqual([]);
    // Another verdict needs no check; none does.
    await steps.upload(order, 'PICKUP_DECLARATION');
    expect(await jobsNow()).toEqual([]);
    await archive(order, 'CMR');
    expect(await jobsNow()).toMatchObject([{ kind: 'vies-recheck', dueAt: service.now() + DAY }]);
  });
});
