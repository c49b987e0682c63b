import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { closedBy } from '../../support/closed-by.ts';
import { ONE_PROCESS } from '../../support/start-mock.ts';

const ORDERS = `/partners/${SELLER}/orders`;

const started = await closedBy(afterAll).start(ONE_PROCESS);
const authorization = `Bearer ${await started.mock.token()}`;

describe('mock.app', () => {
  test('is driven by supertest, without an address of its own', async () => {
    const { body, headers } = await request(started.mock.app)
      .get('/v1/me')
      .set('authorization', authorization)
      .expect(200);
    expect(body).toHaveProperty('organizationUuid');
    expect(headers['x-mock-source']).toBe('stateful');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  test('is the stub that the address leads to: what one does the other knows', async () => {
    const { body } = await request(started.mock.app)
      .post(`/v1${ORDERS}`)
      .set({ authorization, 'idempotency-key': 'mounted-1' })
      .send(sampleOrder({ externalOrderId: 'MOUNTED-1' }))
      .expect(201);
    expect((await started.api.get(`${ORDERS}/${(body as { uuid: string }).uuid}`)).status).toBe(200);
  });

  test('is the same each time', () => {
    expect(started.mock.app).toBe(started.mock.app);
  });
});

describe('mounted in an application of the user’s', () => {
  const own = express();
  beforeAll(() => {
    own.get('/', (_request, response) => {
      response.send('my own page');
    });
    own.use('/stub', started.mock.app);
    own.use('/parsed', express.json(), express.urlencoded(), started.mock.app);
  });

  test('it answers below its path, and the rest stays the user’s', async () => {
    await request(own).get('/stub/v1/me').set('authorization', authorization).expect(200);
    expect((await request(own).get('/').expect(200)).text).toBe('my own page');
    await request(own).get('/v1/me').expect(404).expect('content-type', /html/);
  });

  test('its links lead through that path', async () => {
    const answer = await request(own)
      .post(`/stub/v1${ORDERS}`)
      .set({ authorization, 'idempotency-key': 'mounted-2' })
      .send(sampleOrder({ externalOrderId: 'MOUNTED-2' }))
      .expect(201);
    expect(new URL(String(answer.headers['location'])).pathname).toMatch(/^\/stub\/v1\/partners\//);
    const refused = await request(own).get('/stub/v1/nowhere').expect(404);
    expect(refused.headers['link']).toMatch(/^<http:\/\/127\.0\.0\.1:\d+\/stub\/__admin\/requests\/[^/]+\/explain>/);
    const description = await request(own).get('/stub/openapi.json').expect(200);
    expect((description.body as { servers: { url: string }[] }).servers[0]?.url).toMatch(/\/stub\/v1$/);
  });

  test('behind a parser of bodies it reads what that has left', async () => {
    const { body } = await request(own)
      .post(`/parsed/v1${ORDERS}`)
      .set({ authorization, 'idempotency-key': 'mounted-3' })
      .send(sampleOrder({ externalOrderId: 'MOUNTED-3' }))
      .expect(201);
    expect(body).toMatchObject({ externalOrderId: 'MOUNTED-3' });
    const token = await request(own)
      .post('/parsed/auth/realms/integration/protocol/openid-connect/token')
      .type('form')
      .send({ grant_type: 'client_credentials', client_id: 'api-client-demo', client_secret: 'demo-secret' })
      .expect(200);
    expect(token.body).toHaveProperty('access_token');
  });

  test('it has an answer for every path below its own', async () => {
    const { body } = await request(own).get('/stub/nowhere').expect(404);
    expect(body).toMatchObject({ status: 404, instance: '/nowhere' });
  });
});
