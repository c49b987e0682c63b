import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../src/commands/run-command.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createTestTerminal } from '../../support/test-terminal.ts';
import { createWorkflow } from '../../support/workflow.ts';
let orderUuid: string;

const started = await closedBy(afterAll).start();
beforeEach(async () => {
  await started.mock.reset();
  const workflow = createWorkflow(started.api, started.clock);
  const { uuid } = (await workflow.createBuyer()).body;
  orderUuid = (await workflow.createOrder(uuid, { externalOrderId: "It's 1" })).body.uuid;
});

const run = async (command: string, ...args: readonly string[]) => {
  const terminal = createTestTerminal();
  const code = await runCommand([command, '--url', started.mock.url, ...args], terminal);
  return { code, text: terminal.lines.join('\n'), complaints: terminal.complaints.join('\n') };
};

describe('vatmock next', () => {
  test('lists what an order can do next, by its UUID or its externalOrderId', async () => {
    const { code, text } = await run('next', orderUuid);
    expect(code).toBe(0);
    expect(text).toContain(`Order It's 1 (${orderUuid})\nCREATED; the rollup is INCOMPLETE, 11 blockers`);
    expect(text).toMatch(
      /Calls of a client\n {2}Submit the preliminary invoice +The order becomes INVOICE_SUBMITTED\./,
    );
    expect(text).toMatch(
      /Clock\n {2}Let VIES answer the check of DE100 \(PT\S+\) +No longer blocked by VIES_PENDING\./,
    );
    expect(text).toMatch(/Simulators\n/);
    expect((await run('next', "It's 1")).text).toContain(`(${orderUuid})\nCREATED`);
  });

  test('--curl prints commands', async () => {
    const { text } = await run('next', orderUuid, '--curl');
    expect(text).toMatch(
      /^# Submit the preliminary invoice: The order becomes INVOICE_SUBMITTED\.[^\n]*\ncurl -X POST 'http/,
    );
    expect(text).toContain('-H "Authorization: Bearer $TOKEN"');
  });

  test('says which order it does not find, and what it needs', async () => {
    expect(await run('next', 'ORD-0')).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('no order "ORD-0"'),
    });
    expect(await run('next')).toMatchObject({ code: 2, complaints: expect.stringContaining('needs an order') });
  });
});

describe('vatmock goto', () => {
  test('brings an order to a status, and prints each step', async () => {
    const { code, text } = await run('goto', "It's 1", 'ready_for_pickup', '--no-wait');
    expect(code).toBe(0);
    expect(text).toMatch(/^Submit the \w+ invoice +201 {2}[\da-f-]{36}\nPay EUR 12,500\.00 +201 {2}[\da-f-]{36}\n/);
    expect(text).toMatch(/\nOrder It's 1 is now READY_FOR_PICKUP\.$/);
    expect((await run('goto', orderUuid, 'READY_FOR_PICKUP')).text).toBe("Order It's 1 is already READY_FOR_PICKUP.");
  });

  test('lets the usual time pass between the steps', async () => {
    const { text } = await run('goto', orderUuid, 'READY_FOR_PICKUP');
    expect(text).toMatch(/\nLet a day pass on the clock of the sandbox +clock\nPay EUR 12,500\.00 +201 /);
  });

  test('takes a verdict, too', async () => {
    const { text } = await run('goto', orderUuid, 'VALID_EXPORT');
    expect(text).toMatch(/is now COMPLIANCE_VALID with the decision VALID_EXPORT\.$/);
  });

  test('says why no way leads there, and what can be reached', async () => {
    await run('goto', orderUuid, 'READY_FOR_PICKUP');
    const { code, complaints } = await run('goto', orderUuid, 'CREATED');
    expect(code).toBe(1);
    expect(complaints).toContain('no step of the workflow leads to CREATED');
    expect(complaints).toMatch(/It can be brought to TRANSPORT_IN_PROGRESS, .*CANCELLED\./);
  });

  test('suggests the status that was meant', async () => {
    expect(await run('goto', orderUuid, 'COMPLIANCE_VALIDE')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('COMPLIANCE_VALID'),
    });
    expect((await run('goto', orderUuid)).code).toBe(2);
    expect(await run('goto', orderUuid, 'VAT_APPLICABLE', '--because', 'vis')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('did you mean "vies"'),
    });
    expect((await run('goto', orderUuid, 'VALID_EXPORT', '--because', 'vies')).code).toBe(2);
  });
});

test('mock.orders does the same in a program', async () => {
  const { mock } = started;
  const { calls, order } = await mock.orders.next(orderUuid);
  expect([order.status, calls[0]?.operationId]).toEqual(['CREATED', 'submitInvoice']);
  const journey = await mock.orders.goTo(orderUuid, { verdict: 'VAT_APPLICABLE' });
  expect(journey.order).toMatchObject({ status: 'COMPLIANCE_VALID', decision: 'VAT_APPLICABLE' });
  await expect(mock.orders.goTo(orderUuid, { status: 'SOLD' as never })).rejects.toThrow(/not a OrderGoal/);
  await expect(mock.orders.goTo(orderUuid, { status: 'CREATED' })).rejects.toThrow(/no step of the workflow/);
});
