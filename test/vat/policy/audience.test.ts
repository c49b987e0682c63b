import { expect, test } from '@jest/globals';
import { changeOrganization } from '../../../src/engine/sandbox/organization-change.ts';
import type { WebhookEndpointRecord } from '../../../src/engine/webhooks/endpoint.ts';
import { AUDIENCE, readSellerCheck } from '../../../src/vat/policy/authorize.ts';
import { SELLER } from '../../support/sample-records.ts';
import { OTHER_SELLER, openService } from '../open-service.ts';

const eventOf = (seller: string | undefined) => ({ id: 'evt_1', type: 'any', seller, createdAt: 0, data: {} });
const endpointFor = (...sellers: string[]) => ({ sellers }) as unknown as WebhookEndpointRecord;
const UNRESTRICTED = {} as WebhookEndpointRecord;

test('partnerIds restrict delivery to those sellers; omitted means all', () => {
  expect(AUDIENCE.includes(endpointFor(SELLER), eventOf(SELLER))).toBe(true);
  expect(AUDIENCE.includes(endpointFor(SELLER, OTHER_SELLER), eventOf(OTHER_SELLER))).toBe(true);
  expect(AUDIENCE.includes(endpointFor(SELLER), eventOf(OTHER_SELLER))).toBe(false);
  expect(AUDIENCE.includes(UNRESTRICTED, eventOf(SELLER))).toBe(true);
});

test('an event about no seller reaches every endpoint', () => {
  expect(AUDIENCE.includes(endpointFor(SELLER), eventOf(undefined))).toBe(true);
  expect(AUDIENCE.includes(UNRESTRICTED, eventOf(undefined))).toBe(true);
});

test('nothing is sent about a seller whose authorization was withdrawn', async () => {
  const service = openService();
  const heard = (seller: string | undefined) => service.sandbox.read((work) => AUDIENCE.isHeard(eventOf(seller), work));
  try {
    expect(await Promise.all([SELLER, OTHER_SELLER, undefined].map(heard))).toEqual([true, true, true]);
    await service.sandbox.transact((work) => changeOrganization(work, { sellers: [{ uuid: OTHER_SELLER }] }));
    expect(await Promise.all([SELLER, OTHER_SELLER, undefined].map(heard))).toEqual([false, true, true]);
  } finally {
    await service.stop();
  }
});

test('a change of other members changes no sellers', async () => {
  const service = openService();
  const check = () => service.sandbox.read(readSellerCheck);
  try {
    expect(await check()).toBeUndefined();
    await service.sandbox.transact((work) => changeOrganization(work, { dpaAccepted: false }));
    expect(await check()).toBeUndefined();
    await service.sandbox.transact((work) => changeOrganization(work, { sellers: [] }));
    expect((await check())?.(SELLER)).toBe(false);
  } finally {
    await service.stop();
  }
});
