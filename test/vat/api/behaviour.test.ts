import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Behaviour, Behaviours, Visit } from '../../../src/engine/responders/stateful.ts';
import { type BehaviourTable, toBehaviours, emit } from '../../../src/vat/api/behaviour.ts';
import { createBehaviours, jobHandlers } from '../../../src/vat/behaviours.ts';
import { ORGANIZATION, type Service, filePart, openService } from '../open-service.ts';
import { SELLER } from '../../support/sample-records.ts';

type Transactional = Extract<Behaviour, { readonly transactional: true }>;

let service: Service;
beforeEach(() => {
  service = openService();
});
afterEach(() => service.stop());

/** What a behaviour is given for an exchange. */
const givenFor = async (exchange: object): Promise<Record<string, unknown>> => {
  let given: Record<string, unknown> = {};
  const table = {
    cancelOrder: (request: object) => {
      given = request as Record<string, unknown>;
      return Promise.resolve({ status: 204 });
    },
  } as unknown as BehaviourTable;
  const behaviour = toBehaviours(table)['cancelOrder'] as Transactional;
  await service.sandbox.transact((work) =>
    behaviour.run({
      sandbox: service.sandbox,
      work,
      exchange: {
        input: { body: { reason: 'Sold' }, parameters: { path: { uuid: 'u' }, query: { size: 5 } } },
        body: { kind: 'none' },
        request: { origin: 'https://stub.example', header: () => undefined },
        ...exchange,
      },
    } as unknown as Visit),
  );
  return given;
};

describe('what a behaviour is given', () => {
  test('the request by its parts, and where it works', async () => {
    const caller = { clientId: 'client', organization: ORGANIZATION };
    const given = await givenFor({ caller, partner: SELLER.toUpperCase() });
    expect(given).toMatchObject({
      body: { reason: 'Sold' },
      path: { uuid: 'u' },
      query: { size: 5 },
      files: [],
      seller: SELLER,
      caller,
      organization: ORGANIZATION,
      origin: 'https://stub.example',
    });
    expect(given['sandbox']).toBe(service.sandbox);
  });

  test('the files of a form, and no seller or organization where there is none', async () => {
    const file = filePart();
    const given = await givenFor({ body: { kind: 'form', files: [file] }, caller: undefined, partner: undefined });
    expect(given).toMatchObject({ files: [file], seller: '' });
    expect([given['caller'], given['organization']]).toEqual([undefined, undefined]);
  });
});

test('a version that the client names is held against the current one; one that it does not name is not', async () => {
  const checkWith = async (ifMatch: string | undefined, version: number): Promise<void> => {
    const header = (name: string) => (name === 'if-match' ? ifMatch : undefined);
    const { checkVersion } = await givenFor({ request: { origin: '', header } });
    (checkVersion as (current: object) => void)({ version });
  };
  await checkWith(undefined, 2);
  await checkWith('"2"', 2);
  await expect(checkWith('"1"', 2)).rejects.toMatchObject({
    members: { type: 'version-mismatch', currentResource: { version: 2 } },
  });
});

const behaviours: Behaviours = createBehaviours({ refusalOf: () => undefined, drawSecret: () => 'secret' });

test('every resource of the API is answered from state', () => {
  expect(Object.keys(behaviours)).toEqual(
    expect.arrayContaining([
      'getOrganization',
      'upsertBuyer',
      'requestViesCheck',
      'startKycVerification',
      'createOrder',
      'submitInvoice',
      'submitPayment',
      'confirmPickup',
      'getOrderCompliance',
      'uploadOrderDocument',
      'getDocument',
      'getExportFile',
      'createKycInvitation',
      'submitSelfServiceKyc',
      'listProspects',
      'createWebhook',
    ]),
  );
});

test('everything that happens on the clock has its handler', () => {
  expect(Object.keys(jobHandlers).sort()).toEqual(
    ['invitation-expiry', 'kyc-verification', 'vies-check', 'vies-recheck', 'vies-repeat'].sort(),
  );
});

test('an event is left in the outbox as it was said', async () => {
  const data = {
    prospectUuid: 'p',
    partnerUuid: SELLER,
    type: 'COMPANY',
    submittedAt: '2026-11-20T09:00:00Z',
  } as const;
  const emitted = await service.sandbox.transact((work) => emit(work, 'prospect.submitted', SELLER, data));
  expect(emitted).toMatchObject({ type: 'prospect.submitted', seller: SELLER, createdAt: service.now(), data });
  expect(await service.events()).toEqual([emitted]);
});
