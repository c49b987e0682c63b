import { describe, expect, test } from '@jest/globals';
import { Problem } from '../../../src/kernel/problem.ts';
import { checkUnblocked } from '../../../src/vat/compliance/check-unblocked.ts';
import { type BlockableStep, COMPLIANCE_RULES } from '../../../src/vat/compliance/compliance-rules.ts';
import { failuresOf } from '../../../src/vat/compliance/judge.ts';
import { sampleBuyer } from '../../support/sample-records.ts';

const NO_VIES = { vies: { result: 'INVALID', checkedAt: 1 } } as const;
const BLOCKED = { status: 'BLOCKED' } as const;
const REJECTED = { kycMode: 'SERVICE_LED', kyc: { status: 'REJECTED' } } as const;

const refusalOf = (step: BlockableStep, change: Parameters<typeof sampleBuyer>[0]): Problem | undefined => {
  try {
    checkUnblocked(step, sampleBuyer(change));
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

describe('what is against a buyer', () => {
  test.each([
    [{}, []],
    [{ vies: { result: 'PENDING', checkedAt: null } }, []],
    [{ kyc: { status: 'REJECTED' } }, []],
    [NO_VIES, ['VIES does not confirm the VAT number PL1.']],
    [BLOCKED, ['The buyer is blocked.']],
    [REJECTED, ['The verification of the buyer was rejected.']],
    [
      { ...REJECTED, kyc: { status: 'REJECTED', reason: 'no passport' } },
      ['The verification of the buyer was rejected: no passport.'],
    ],
    [
      { ...REJECTED, kyc: { status: 'REJECTED', reason: 'No passport.' } },
      ['The verification of the buyer was rejected: No passport.'],
    ],
    [
      { ...NO_VIES, ...REJECTED, ...BLOCKED },
      [
        'VIES does not confirm the VAT number PL1.',
        'The verification of the buyer was rejected.',
        'The buyer is blocked.',
      ],
    ],
  ] as const)('%j', (change, messages) => {
    expect(failuresOf(sampleBuyer({ ...change, vatNumber: 'PL1' })).map(({ message }) => message)).toEqual(messages);
  });
});

describe('a failure of VIES, and a block, stop', () => {
  test.each([
    ['createOrder', 'An order cannot be created: '],
    ['submitInvoice', undefined],
    ['submitPayment', undefined],
    ['confirmPickup', undefined],
  ] as const)('%s', (step, label) => {
    for (const change of [NO_VIES, BLOCKED]) {
      const { status, type, detail, extensions } = refusalOf(step, change)!.members;
      expect([status, type]).toEqual([409, expect.stringMatching(/buyer-blocked$/)]);
      if (label !== undefined) expect(detail.startsWith(label)).toBe(true);
      expect(extensions).toEqual({ blockers: failuresOf(sampleBuyer(change)) });
    }
  });

  test('and say how it is lifted', () => {
    const { uuid, seller } = sampleBuyer();
    expect(refusalOf('createOrder', NO_VIES)?.members.detail).toContain(
      `POST /v1/partners/${seller}/buyers/${uuid}/vies-checks.`,
    );
    expect(refusalOf('createOrder', BLOCKED)?.members.detail).toMatch(/contact support\.$/);
    expect(refusalOf('createOrder', { ...NO_VIES, ...BLOCKED })?.members.detail).toMatch(
      /vies-checks\. Only the service can unblock/,
    );
  });

  test('but not a delivery: what is on the road arrives', () => {
    expect(refusalOf('confirmDelivery', { ...NO_VIES, ...BLOCKED })).toBeUndefined();
  });
});

test('a rejected verification stops nothing by itself', () => {
  for (const step of COMPLIANCE_RULES.blocking.steps) expect(refusalOf(step, REJECTED)).toBeUndefined();
});

test('nothing stops a buyer against whom nothing is', () => {
  for (const step of COMPLIANCE_RULES.blocking.steps) expect(refusalOf(step, {})).toBeUndefined();
});

test('other rules are another answer', () => {
  const rules = { ...COMPLIANCE_RULES, blocking: { failures: ['KYC_REJECTED'], steps: ['confirmDelivery'] } } as const;
  expect(() => {
    checkUnblocked('confirmDelivery', sampleBuyer(REJECTED), rules);
  }).toThrow();
  checkUnblocked('createOrder', sampleBuyer(REJECTED), rules);
  checkUnblocked('confirmDelivery', sampleBuyer(BLOCKED), rules);
});
