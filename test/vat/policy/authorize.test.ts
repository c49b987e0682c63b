import { expect, test } from '@jest/globals';
import { Problem } from '../../../src/kernel/problem.ts';
import { authorize } from '../../../src/vat/policy/authorize.ts';
import { SELLER } from '../../support/sample-records.ts';
import { ORGANIZATION, OTHER_SELLER, STRANGER } from '../open-service.ts';

const refusalOf = (organization: typeof ORGANIZATION, seller?: string): Problem['members'] | undefined => {
  try {
    authorize(organization, seller);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.members;
    throw error;
  }
};

test('every authorized partner may be in the path, and so may none', () => {
  for (const seller of [undefined, SELLER, OTHER_SELLER, SELLER.toUpperCase()])
    expect(refusalOf(ORGANIZATION, seller)).toBeUndefined();
});

test('a seller that is not an authorized partner is 403 forbidden', () => {
  expect(refusalOf(ORGANIZATION, STRANGER)).toMatchObject({
    type: 'forbidden',
    status: 403,
    detail: expect.stringContaining(`Seller ${STRANGER} is not one of the 2 authorized partners`),
  });
});

test.each([undefined, SELLER, STRANGER])('without a DPA every call is 403 dpa-not-accepted (seller %s)', (seller) => {
  expect(refusalOf({ ...ORGANIZATION, dpaAccepted: false }, seller)).toMatchObject({
    type: 'dpa-not-accepted',
    status: 403,
  });
});
