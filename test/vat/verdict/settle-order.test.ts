import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Service, createSteps, isoOf, openService } from '../open-service.ts';
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
});
