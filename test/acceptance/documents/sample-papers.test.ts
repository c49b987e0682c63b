import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Schemas } from '../../../src/vat/api/behaviour.ts';
import { closedBy } from '../../support/closed-by.ts';
import { startMock } from '../../support/start-mock.ts';

const SELLERS = ['3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31', '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f'];

const { mock, api } = await closedBy(afterAll).start();

type Document = Schemas['Document'];
type Order = Schemas['Order'];

const textOf = async (bytes: Uint8Array): Promise<string> => {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
};

const download = async ({ id }: Document, from = mock): Promise<Uint8Array> => {
  const url = `${from.baseUrl}/documents/${id}/download`;
  const authorization = `Bearer ${await from.token()}`;
  const response = await from.handle(new Request(url, { headers: { authorization } }));
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
};

interface Paper {
  readonly order: Order;
  readonly document: Document;
}

/** The papers of all orders that the demo organization begins with. */
const papers: Paper[] = [];
const orders = (await api.get('/orders?size=100')).body.data as Order[];
for (const order of orders)
  for (const seller of SELLERS) {
    const { status, body } = await api.get(`/partners/${seller}/orders/${order.uuid}/documents`);
    if (status === 200) for (const document of body.data as Document[]) papers.push({ order, document });
  }
const ofType = (type: Document['type']): Paper[] => papers.filter(({ document }) => document.type === type);

describe.each([
  ['CMR', ['CMR International consignment note', '1 Sender', '2 Consignee', '16 Carrier', '24 Consignee']],
  ['INVOICE', ['nvoice', 'Seller', 'Buyer', 'Lines', 'Total', 'VAT']],
  ['PROOF_OF_PAYMENT', ['Transfer confirmation', 'Ordered by', 'In favour of', 'Reference']],
  ['PICKUP_DECLARATION', ['Pickup declaration', 'handed over for transport', 'Signatures', 'For the buyer']],
  ['DELIVERY_DECLARATION', ['Delivery declaration', 'have arrived', 'Signatures', 'For the buyer']],
] as const)('a paper of type %s', (type, words) => {
  test('looks like what it is, and says that it is a sample', async () => {
    const found = ofType(type);
    expect(found.length).toBeGreaterThan(0);
    for (const { order, document } of found.slice(0, 3)) {
      const text = await textOf(await download(document));
      for (const word of words) expect(text).toContain(word);
      expect(text).toContain('sample document of a stub server');
      const about = document.vin === undefined ? order.vins : order.vins.filter(({ vin }) => vin === document.vin);
      if (type !== 'PROOF_OF_PAYMENT') for (const { vin } of about) expect(text).toContain(vin);
    }
  });
});

test.each([
  [
    'an exempt sale names the article',
    'NL-2026-10-0417',
    'INVOICE',
    /exempt intra-Community supply \(Directive 2006\/112\/EC, Article 138\)/,
  ],
  ['a new car is not called used', 'EXP-1044', 'INVOICE', /Dacia Duster (?!, used)/],
  ['a declaration names the place', 'EXP-1044', 'DELIVERY_DECLARATION', /have arrived at the buyer in Kassel, DE\./],
] as const)('%s', async (_what, externalOrderId, type, words) => {
  const [found] = ofType(type).filter(({ order }) => order.externalOrderId === externalOrderId);
  expect(await textOf(await download(found!.document))).toMatch(words);
});

test('the record of a paper tells the size and the digest of what is downloaded', async () => {
  for (const { document } of papers.slice(0, 5)) {
    const bytes = await download(document);
    expect(document.size).toBe(bytes.byteLength);
    expect(document.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

test('the same paper is the same bytes on a server that begins in the same way', async () => {
  const { document } = ofType('CMR')[0]!;
  const other = await startMock();
  const again = await download(document, other.mock);
  await other.stop();
  expect(Buffer.from(again).equals(Buffer.from(await download(document)))).toBe(true);
});
