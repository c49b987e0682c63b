import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toBuyer, changeBuyer, isAsRequested, openBuyer } from '../../../src/vat/buyers/buyer.ts';
import { createRandom } from '../../../src/kernel/random.ts';
import { SELLER, sampleBuyer } from '../../support/sample-records.ts';

const text = fc.constantFrom('a', 'b', 'Straße 1');
const address = fc.record({ street: text, postCode: text, city: text, country: fc.constantFrom('DE', 'PL') });
const patches = fc.record(
  { companyName: text, address, kycMode: fc.constantFrom('MARKETPLACE_LED' as const, 'SERVICE_LED' as const) },
  { requiredKeys: [] },
);
const requests = fc.record(
  {
    vatNumber: fc.constantFrom('DE100', 'PL100'),
    companyName: text,
    address,
    kycMode: fc.constantFrom('MARKETPLACE_LED' as const, 'SERVICE_LED' as const),
    contacts: fc.array(fc.record({ firstName: text, email: text }, { requiredKeys: [] }), { maxLength: 2 }),
  },
  { requiredKeys: ['vatNumber', 'companyName', 'address', 'kycMode'] },
);
const opened = (request: Parameters<typeof openBuyer>[0]) =>
  openBuyer(request, { seller: SELLER, now: 5, random: createRandom('buyer') });

describe('a PATCH', () => {
  test('raises the version by one when something changes, and changes nothing otherwise', () => {
    fc.assert(
      fc.property(patches, patches, (first, second) => {
        const before = changeBuyer(sampleBuyer(), { ...first, kycMode: 'MARKETPLACE_LED' }, 10);
        const after = changeBuyer(before, second, 20);
        const visible = {
          ...second,
          ...(second.address && { address: { ...second.address, uuid: before.address.uuid } }),
        };
        expect(toBuyer(after)).toMatchObject(visible);
        const isChanged = Object.entries(visible).some(
          ([name, value]) =>
            JSON.stringify(sorted(toBuyer(before)[name as 'address'])) !== JSON.stringify(sorted(value)),
        );
        expect([after.version, after.updatedAt]).toEqual(
          isChanged ? [before.version + 1, 20] : [before.version, before.updatedAt],
        );
        if (!isChanged) expect(after).toBe(before);
        // Again changes nothing.
        expect(changeBuyer(after, second, 30)).toBe(after);
      }),
    );
  });

  test('never leads back from SERVICE_LED', () => {
    const buyer = sampleBuyer({ kycMode: 'SERVICE_LED' });
    expect(() => changeBuyer(buyer, { kycMode: 'MARKETPLACE_LED', companyName: 'X' }, 1)).toThrow(
      /kycMode cannot change/,
    );
    expect(changeBuyer(buyer, { kycMode: 'SERVICE_LED' }, 1)).toBe(buyer);
  });
});

describe('a repeated creation', () => {
  test('is identical to the buyer that it made, in whatever order its members come', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const shuffled = Object.fromEntries(Object.entries(request).reverse()) as typeof request;
        expect(isAsRequested(opened(request), shuffled)).toBe(true);
      }),
    );
  });

  test('is another one when any of its members is', () => {
    fc.assert(
      fc.property(requests, requests, (first, second) => {
        const normal = ({ contacts = [], ...rest }: typeof first) => JSON.stringify(sorted({ ...rest, contacts }));
        expect(isAsRequested(opened(first), second)).toBe(normal(first) === normal(second));
      }),
    );
  });
});

/** Members in the order of their names, all the way down. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
};
