import { describe, expect, test } from '@jest/globals';
import { Problem } from '../../../src/kernel/problem.ts';
import type { CallerOrganization } from '../../../src/engine/ports/ports.ts';
import type { Reading } from '../../../src/engine/sandbox/unit-of-work.ts';
import { checkAuthorized } from '../../../src/vat/api/find-record.ts';
import { findOrder, findOrderOfSeller } from '../../../src/vat/orders/order.ts';
import { SELLER, sampleOrderRecord } from '../../support/sample-records.ts';

const OTHER_SELLER = '7c2d9e14-5a3b-4f68-8e0d-1a9b2c3d4e5f';
const order = sampleOrderRecord();

/** A sandbox with one order. */
const work = {
  get: (_collection: unknown, id: string) => (id === order.uuid ? order : undefined),
} as unknown as Reading;

const partners = (...sellers: readonly string[]): CallerOrganization =>
  ({ sellers: sellers.map((uuid) => ({ uuid })) }) as unknown as CallerOrganization;

const refusalOf = async (run: () => unknown): Promise<Problem['members']> => {
  try {
    await run();
  } catch (error) {
    if (error instanceof Problem) return error.members;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('below a seller', () => {
  test('in upper or lower case', () => {
    expect(findOrderOfSeller(work, SELLER, order.uuid)).toBe(order);
    expect(findOrderOfSeller(work, SELLER, order.uuid.toUpperCase())).toBe(order);
  });

  test('another seller’s is not found, and neither is one that there is not', async () => {
    for (const [seller, uuid] of [
      [OTHER_SELLER, order.uuid],
      [SELLER, OTHER_SELLER],
    ] as const)
      expect(await refusalOf(() => findOrderOfSeller(work, seller, uuid))).toMatchObject({
        status: 404,
        type: 'not-found',
        detail: expect.stringContaining(uuid),
      });
  });
});

describe('by itself', () => {
  test('of any of the authorized partners, in upper or lower case', () => {
    for (const uuid of [order.uuid, order.uuid.toUpperCase()])
      expect(findOrder(work, partners(OTHER_SELLER, SELLER), uuid)).toBe(order);
  });

  test('one that there is not is not found', async () => {
    expect(await refusalOf(() => findOrder(work, partners(SELLER), OTHER_SELLER))).toMatchObject({
      status: 404,
      type: 'not-found',
      detail: `Order ${OTHER_SELLER} does not exist.`,
    });
  });

  test.each([
    ['no organization', undefined],
    ['no partner', partners()],
    ['another partner', partners(OTHER_SELLER)],
  ])('with %s it is forbidden', async (_what, organization) => {
    expect(await refusalOf(() => findOrder(work, organization, order.uuid))).toMatchObject({
      status: 403,
      type: 'forbidden',
      detail: expect.stringMatching(new RegExp(`${order.uuid}.*${SELLER}`)),
    });
  });

  test('whoever is authorized is not refused', () => {
    expect(() => {
      checkAuthorized(partners(OTHER_SELLER, SELLER), SELLER, 'order');
    }).not.toThrow();
  });
});
