import type { BuyerRecord } from '../../src/vat/buyers/buyer.ts';
import type { DocumentRecord } from '../../src/vat/documents/document.ts';
import { openOrder, type OrderRecord } from '../../src/vat/orders/order.ts';
import { TEST_NOW } from './test-clock.ts';

export const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
export const VIN = 'WVWZZZ1KZ6W386752';
export const OTHER_VIN = 'WBA3A5C50CF256551';

const BUYER_UUID = 'b1d2c3e4-5f60-4718-9a2b-3c4d5e6f7081';
const ORDER_UUID = 'a0b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d';

/** A buyer of Mode A whose VAT number VIES confirms. */
export const sampleBuyer = (change: Partial<BuyerRecord> = {}): BuyerRecord => ({
  uuid: BUYER_UUID,
  seller: SELLER,
  vatNumber: 'DE136695976',
  companyName: 'Autohaus Beispiel GmbH',
  address: {
    uuid: 'c4d5e6f7-0819-4a2b-8c3d-4e5f60718293',
    street: 'Hafenstraße 3',
    postCode: '20457',
    city: 'Hamburg',
    country: 'DE',
  },
  contacts: [],
  kycMode: 'MARKETPLACE_LED',
  status: 'ACTIVE',
  vies: { result: 'VALID', checkedAt: TEST_NOW },
  kyc: { status: 'NOT_STARTED' },
  version: 1,
  createdAt: TEST_NOW,
  updatedAt: TEST_NOW,
  ...change,
});

/** An order of used cars as it begins; 25,000.00 EUR in all. */
export const sampleOrderRecord = (vins: readonly string[] = [VIN], change: Partial<OrderRecord> = {}): OrderRecord => ({
  ...openOrder(
    {
      externalOrderId: 'ORD-1',
      buyerId: BUYER_UUID,
      purchaseDate: '2026-11-01',
      vins: vins.map((vin) => ({
        vin,
        brand: 'Volkswagen',
        model: 'Golf',
        mileage: 64_000,
        firstRegistrationDate: '2021-04-01',
        purchaseAmount: { value: 2_500_000 / vins.length, currency: 'EUR' },
      })),
      totalAmount: { value: 2_500_000, currency: 'EUR' },
    },
    { uuid: ORDER_UUID, seller: { uuid: SELLER, vatNumber: 'NL114933108B01' }, now: TEST_NOW },
  ),
  ...change,
});

let made = 0;

export const sampleDocument = (type: DocumentRecord['type'], change: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id: `d0000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  seller: SELLER,
  type,
  status: 'ACTIVE',
  fileName: `${type.toLowerCase()}.pdf`,
  contentType: 'application/pdf',
  digest: { size: 4, sha256: '0'.repeat(64) },
  orderUuid: ORDER_UUID,
  version: 1,
  createdAt: TEST_NOW,
  updatedAt: TEST_NOW,
  ...change,
});
