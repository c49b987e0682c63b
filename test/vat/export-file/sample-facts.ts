import type { ExportFileFacts } from '../../../src/vat/export-file/export-file.ts';
import type { VinRecord } from '../../../src/vat/orders/order.ts';

const AT = Date.parse('2026-10-28T12:00:03Z');
const DAY = 86_400_000;

export const ORDER = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';
export const SELLER = {
  uuid: '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31',
  companyName: "Veldhuis Auto's B.V.",
  vatNumber: 'NL114933108B01',
  address: 'Hoogeweg 41, 3542 AB Utrecht',
  country: 'NL',
};

export const vinOf = (index: number): string => `WVWZZZ1JZ3W${String(386_752 + index)}`;

export const sampleVin = (index: number, change: Partial<VinRecord> = {}): VinRecord => ({
  vin: vinOf(index),
  brand: 'Škoda',
  model: 'Octavia',
  mileage: 52_000 + index,
  firstRegistrationDate: '2021-03-15',
  purchaseAmount: { value: 1_250_000, currency: 'EUR' },
  complianceStatus: 'VALID',
  pickup: { confirmedAt: '2026-10-21T10:30:00+02:00' },
  delivery: { confirmedAt: '2026-10-24T16:05:00Z' },
  ...change,
});

const document = (index: number, type: ExportFileFacts['documents'][number]['type'], fileName: string) => ({
  id: `0000000${String(index)}-6c3b-4d18-b2a5-c07f1e8d3946`,
  seller: SELLER.uuid,
  type,
  status: 'ACTIVE' as const,
  fileName,
  contentType: 'application/pdf',
  digest: { size: 1, sha256: '0'.repeat(64) },
  orderUuid: ORDER,
  version: 1,
  createdAt: AT - DAY,
  updatedAt: AT - DAY,
});

const order = (vins: readonly VinRecord[]): ExportFileFacts['order'] => ({
  uuid: ORDER,
  seller: SELLER.uuid,
  externalOrderId: 'NL-2026-10-0417',
  buyerId: '5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254',
  purchaseDate: '2026-10-12',
  responsibleContact: { firstName: 'Annelies', lastName: 'de Vries', email: 'annelies@veldhuis.example' },
  vins,
  totalAmount: { value: 2_500_000, currency: 'EUR' },
  status: 'COMPLIANCE_VALID',
  version: 9,
  createdAt: AT,
  updatedAt: AT,
  invoices: (['PRELIMINARY', 'FINAL'] as const).map((type) => ({
    type,
    invoiceDate: '2026-10-14',
    invoiceNumber: `${type}-0417`,
    vatIncluded: false,
    amount: { value: 2_500_000, currency: 'EUR' },
    marginScheme: false,
    status: 'VALID',
    version: 2,
    updatedAt: AT,
  })),
  payments: [
    {
      uuid: '7e1b4c2d-0f93-4a58-8d16-3c5e9a7b2f40',
      amount: { value: 2_500_000, currency: 'EUR' },
      paidAt: '2026-10-16T09:12:00Z',
      reference: 'SEPA 0417',
      documentId: '00000001-6C3B-4D18-B2A5-C07F1E8D3946',
      createdAt: AT,
    },
  ],
  transport: { revocations: [], version: 3, updatedAt: AT },
  compliance: {
    status: 'VALID',
    decision: 'VALID_EXPORT',
    blockers: [],
    viesResult: 'VALID',
    version: 5,
    updatedAt: AT,
  },
});

/** A valid order of two vehicles, sold to Poland. */
export const sampleFacts = (vins: readonly VinRecord[] = [sampleVin(0), sampleVin(1)]): ExportFileFacts => ({
  documentId: 'a6c0e5f7-3d18-4b92-8f61-d94b7e2c0a35',
  version: 1,
  decision: 'VALID_EXPORT',
  generatedAt: AT,
  order: order(vins),
  buyer: {
    uuid: '5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254',
    seller: SELLER.uuid,
    vatNumber: 'PL9540638567',
    companyName: 'Autohandel Łukasz Kowalski Sp. z o.o.',
    address: {
      uuid: '1f6b0d92-48e5-4c7a-a3d0-75e9b2c8f416',
      street: 'ul. Głogowska 112',
      postCode: '60-243',
      city: 'Poznań',
      country: 'PL',
    },
    contacts: [],
    kycMode: 'SERVICE_LED',
    status: 'ACTIVE',
    vies: { result: 'VALID', checkedAt: AT - 20 * DAY },
    kyc: { status: 'VERIFIED' },
    version: 1,
    createdAt: AT,
    updatedAt: AT,
  },
  documents: [
    document(1, 'PROOF_OF_PAYMENT', 'bank-transfer.pdf'),
    { ...document(2, 'CMR', 'lost-cmr.pdf'), status: 'ARCHIVED' },
    document(3, 'CMR', 'cmr.pdf'),
    document(4, 'PICKUP_DECLARATION', 'pickup.pdf'),
    { ...document(5, 'DELIVERY_DECLARATION', 'delivery-of-one.pdf'), vin: vinOf(1) },
    document(6, 'EXPORT_FILE', 'export-file-v0.pdf'),
  ],
});
