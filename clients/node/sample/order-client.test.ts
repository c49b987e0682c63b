import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Sandbox, type Stub, startStub } from '../vatmock.ts';
import { Problem, createOrderClient } from './order-client.ts';
import { createReceiver } from './webhook-receiver.ts';

let stub: Stub;
before(async () => {
  stub = await startStub();
});
after(() => stub.stop());

const buyer = (vatNumber: string) => ({
  vatNumber,
  companyName: 'Autohaus Lindner GmbH',
  address: { street: 'Hafenstraße 73', postCode: '34127', city: 'Kassel', country: 'DE' },
  kycMode: 'SERVICE_LED',
});
const PRICE = { value: 1_250_000, currency: 'EUR' };
const order = (buyerId: string) => ({
  externalOrderId: 'A-1',
  buyerId,
  purchaseDate: '2026-11-02',
  vins: [{ vin: 'WVWZZZ1JZ3W386752', brand: 'Volkswagen', model: 'Golf', purchaseAmount: PRICE }],
  totalAmount: PRICE,
});

/** A client with a seller and a buyer of its own. */
const setUp = async (sandbox: Sandbox) => {
  const client = createOrderClient(sandbox, 0);
  const [seller = ''] = sandbox.sellers;
  const { uuid } = await client.saveBuyer(seller, buyer('DE100'));
  return { client, seller, buyerId: uuid };
};

describe('the client', () => {
  test('fetches one token for several calls', () =>
    stub.inSandbox(async (sandbox) => {
      const { client, seller, buyerId } = await setUp(sandbox);
      await client.createOrder(seller, order(buyerId));
      assert.equal((await client.renameBuyer(seller, buyerId, 'Lindner')).companyName, 'Lindner');
    }));

  test('sends an order again under the same key when the answer was lost', () =>
    stub.inSandbox(async (sandbox) => {
      const { client, seller, buyerId } = await setUp(sandbox);
      await sandbox.activate('lost-answer');
      assert.ok((await client.createOrder(seller, order(buyerId))).uuid);
    }));

  test('does not overwrite what another client has changed', () =>
    stub.inSandbox(async (sandbox) => {
      const { client, seller, buyerId } = await setUp(sandbox);
      await sandbox.activate('version-mismatch-race');
      assert.equal((await client.renameBuyer(seller, buyerId, 'Lindner')).companyName, 'Lindner');
    }));

  test('gives up at once when the type of a problem says that a retry is useless', () =>
    stub.inSandbox(async (sandbox) => {
      const { client, seller, buyerId } = await setUp(sandbox);
      await sandbox.activate('order-conflict');
      await assert.rejects(
        client.createOrder(seller, order(buyerId)),
        (error) => error instanceof Problem && error.type === 'resource-exists-different-body',
      );
    }));
});

describe('the webhook receiver', () => {
  /** Has VIES refuse a buyer, a minute later, while the receiver listens. */
  const refuseBuyer = async (sandbox: Sandbox): Promise<readonly string[]> => {
    const receiver = createReceiver();
    await once(receiver.server.listen(0), 'listening');
    try {
      const { client, seller } = await setUp(sandbox);
      const { port } = receiver.server.address() as AddressInfo;
      receiver.secret = await client.registerWebhook(stub.receiverUrl(port), ['kyc.vies_check_failed']);
      await client.saveBuyer(seller, buyer('DE200'));
      await sandbox.advance('PT1M');
    } finally {
      receiver.server.close();
    }
    return receiver.events;
  };

  test('accepts what is signed', () =>
    stub.inSandbox(async (sandbox) => {
      assert.deepEqual(await refuseBuyer(sandbox), ['kyc.vies_check_failed']);
      const [delivery] = await sandbox.awaitDeliveries({ eventType: 'kyc.vies_check_failed', status: 'DELIVERED' });
      assert.equal(delivery?.httpStatus, 204);
    }));

  test('refuses what is not', () =>
    stub.inSandbox(async (sandbox) => {
      await sandbox.activate('forged-webhook');
      await refuseBuyer(sandbox);
    }));
});
