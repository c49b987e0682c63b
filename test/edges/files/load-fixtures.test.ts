import { afterEach, expect, test } from '@jest/globals';
import { createFixtureLibrary } from '../../../src/edges/files/load-fixtures.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { openSandbox, organizationOf } from '../../vat/fixtures/open-sandbox.ts';

const BUYER = `buyers:
  - name: lindner
    about: A buyer.
    seller: first
    ago: P20D
    vatNumber: DE919148580
    companyName: Autohaus Lindner GmbH
    address: { street: Allee 1, postCode: '34127', city: Kassel, country: DE }
    kycMode: MARKETPLACE_LED
`;

const ORDER = `orders:
  - name: single
    about: An order.
    seller: first
    ago: P10D
    externalOrderId: X-1
    buyer: lindner
    vins:
      - { vin: WBA8E9C50HK895273, brand: BMW, model: 320d, amount: 1625000 }
    status: INVOICE_SUBMITTED
    history:
      - { ago: P9D, invoice: { number: '1', vatIncluded: false, marginScheme: false } }
`;

let folder: TempFolder;
afterEach(() => folder.remove());

/** What making a sandbox says when its set consists of these files, with the folder left out. */
const complaintOf = async (files: Readonly<Record<string, string>>): Promise<string> => {
  folder = await createTempFolder({
    'sets.yaml': 'sandboxes: {}\notherwise: { set: own }\n',
    'own/buyers.yaml': BUYER,
    'own/orders.yaml': ORDER,
    ...files,
  });
  const made = openSandbox(organizationOf('demo'), { library: createFixtureLibrary(folder.path) });
  const message = await made.then(
    () => 'no complaint',
    (error: unknown) => (error as Error).message,
  );
  return message.replaceAll(`${folder.path}/`, '');
};

test('a sandbox that nobody named gets nothing where there is nothing for the others', async () => {
  expect(await complaintOf({ 'sets.yaml': 'sandboxes: {}\notherwise: { set: none }\n' })).toBe('no complaint');
});

test('files that are right make a sandbox', async () => {
  expect(await complaintOf({})).toBe('no complaint');
});

test.each([
  {
    mistake: 'an unknown key',
    orders: ORDER.replace('about:', 'colour: red\n    about:'),
    says: 'own/orders.yaml:3:5: orders[0] has an unknown key "colour"',
  },
  {
    mistake: 'a kind of moment that does not exist',
    orders: ORDER.replace('invoice: {', 'invoise: {'),
    says: 'own/orders.yaml:12:21: orders[0].history[0] has an unknown key "invoise": did you mean "invoice"?',
  },
  {
    mistake: 'a status that does not exist',
    orders: ORDER.replace('INVOICE_SUBMITTED', 'INVOICED'),
    says: 'own/orders.yaml:10:13: orders[0].status must be one of CREATED, INVOICE_SUBMITTED',
  },
  {
    mistake: 'YAML that is none',
    orders: ORDER.replace('name: single', 'name: [single'),
    says: 'own/orders.yaml:',
  },
  {
    mistake: 'a buyer that no file has',
    orders: ORDER.replace('buyer: lindner', 'buyer: linder'),
    says: 'own/orders.yaml:7:12: there is no buyer "linder" in this set',
  },
  {
    mistake: 'a buyer of the other seller',
    orders: ORDER.replace('seller: first', 'seller: second'),
    says: 'own/orders.yaml:7:12: buyer "lindner" is a buyer of the first seller',
  },
  {
    mistake: 'evidence of another kind',
    orders: `${ORDER}      - { ago: P8D, document: { name: bill, type: INVOICE, file: bill.pdf } }
      - { ago: P7D, payment: { proof: bill } }\n`,
    says: 'own/orders.yaml:14:9: documentId must be the id of a PROOF_OF_PAYMENT, but is the id of a INVOICE',
  },
  {
    mistake: 'a step that the workflow refuses',
    orders: `${ORDER}      - { ago: P8D, pickup: {} }\n`,
    says: /^own\/orders\.yaml:13:9: A pickup cannot be confirmed: order [0-9a-f-]{36} is INVOICE_SUBMITTED, and the order must be paid/,
  },
])('$mistake is told with file, line and column', async ({ orders, says }) => {
  const complaint = await complaintOf({ 'own/orders.yaml': orders });
  if (typeof says === 'string') expect(complaint).toContain(says);
  else expect(complaint).toMatch(says);
});

test('a set that has no folder is named', async () => {
  const sets = 'sandboxes: {}\notherwise: { set: missing }\n';
  expect(await complaintOf({ 'sets.yaml': sets })).toBe('missing:1:1: no such folder');
});

test('the mistakes of all files of a kind are told at once', async () => {
  const complaint = await complaintOf({
    'own/orders.yaml': ORDER.replace('buyer: lindner', 'buyer: linder').replace('name: single', 'nam: single'),
  });
  expect(complaint).toMatch(/own\/orders\.yaml:2:5: orders\[0\] is missing "name": add it/);
  expect(complaint).toMatch(/own\/orders\.yaml:2:5: orders\[0\] has an unknown key "nam": did you mean "name"/);
});
