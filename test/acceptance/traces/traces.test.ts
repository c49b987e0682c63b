import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ConfigError, createMock } from '../../../src/index.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { type Receiver, HOOK, startReceiver } from '../../support/receiver.ts';
import { createWorkflow } from '../../support/workflow.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';
const SERVER = 2;

let collector: OtlpReceiver;
let receiver: Receiver;

beforeEach(async () => {
  [collector, receiver] = await Promise.all([startOtlpReceiver(), startReceiver()]);
});

afterEach(() => Promise.all([collector.stop(), receiver.stop()]));

const start = (variables: Readonly<Record<string, string>> = {}): Promise<StartedMock> =>
  startMock({
    openTelemetry: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      ...variables,
    },
  });

/** The spans of requests, once the server has stopped and sent all. */
const requestsOf = (spans: readonly ReceivedSpan[]): readonly ReceivedSpan[] =>
  spans.filter(({ kind }) => kind === SERVER);

test('a request is a span in the trace of its client, with the stages as events and the storage as children', async () => {
  const { api, stop } = await start();
  const { headers } = await api.get('/me', { headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` } });
  expect(headers['x-trace-id']).toBe(TRACE_ID);
  await stop();
  expect(collector.paths[0]).toBe('/v1/traces');
  expect(collector.resource()).toMatchObject({ 'service.name': 'vatmock', 'service.version': '0.1.0' });
  const [span] = requestsOf(collector.spans).filter(({ name }) => name === 'GET getOrganization');
  expect(span).toMatchObject({
    traceId: TRACE_ID,
    parentSpanId: PARENT_ID,
    failed: false,
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'url.path': '/v1/me',
      'vatmock.operation': 'getOrganization',
      'vatmock.source': 'stateful',
      'vatmock.client.id': 'api-client-demo',
    },
  });
  expect(span?.events).toEqual(
    expect.arrayContaining(['open-exchange', 'route', 'authenticate', 'resolve-sandbox', 'respond', 'record-exchange']),
  );
  const children = collector.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);
  expect(children.map(({ name }) => name)).toContain('store read');
  expect(children.every(({ traceId }) => traceId === TRACE_ID)).toBe(true);
});

test('without a traceparent, the trace of the span is the one that the response names', async () => {
  const { api, stop } = await start();
  const { headers } = await api.get('/me');
  const refused = await api.get('/no-such-thing');
  await stop();
  const traces = new Map(requestsOf(collector.spans).map(({ traceId, attributes }) => [traceId, attributes]));
  expect(traces.get(headers['x-trace-id'] ?? '')).toMatchObject({ 'vatmock.operation': 'getOrganization' });
  expect(traces.get(refused.body.traceId as string)).toMatchObject({ 'http.response.status_code': 404 });
});

test('an attempt to deliver is a trace of its own that links to the request of its event, and goes on at the receiver', async () => {
  const { api, mock, clock, stop } = await start();
  receiver.answer(`${HOOK}?secret=1`, 500, 200);
  const { body } = await api.post('/webhooks', { url: `${receiver.urlOf()}?secret=1`, events: ['kyc.*'] });
  const asked = await api.post(
    `/webhooks/${String(body.id)}/test`,
    { eventType: 'kyc.verification_completed', data: {} },
    { headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` } },
  );
  expect(asked.status).toBe(202);
  await receiver.waitFor(1);
  await mock.idle();
  clock.advance(10_000);
  await stop();
  const attempts = collector.spans.filter(({ name }) => name === 'POST webhook');
  const [request] = requestsOf(collector.spans).filter(({ name }) => name === 'POST testWebhook');
  const [first] = attempts;
  expect(request?.traceId).toBe(TRACE_ID);
  expect(first?.links).toEqual([{ traceId: TRACE_ID, spanId: request?.spanId }]);
  expect(first?.traceId).not.toBe(TRACE_ID);
  expect(first).toMatchObject({
    failed: true,
    attributes: {
      'http.response.status_code': 500,
      'vatmock.event.type': 'kyc.verification_completed',
      'vatmock.delivery.attempt': 1,
    },
  });
  expect(receiver.received[0]?.headers['traceparent']).toBe(`00-${String(first?.traceId)}-${String(first?.spanId)}-01`);
  expect(JSON.stringify(collector.spans)).not.toContain('secret=1');
});

test('attempts for an event of a workflow link to the request that caused it', async () => {
  const { api, mock, clock, stop } = await start();
  await api.post('/webhooks', { url: receiver.urlOf(), events: ['kyc.*', 'compliance.*'] });
  const workflow = createWorkflow(api, clock);
  const { orderUuid } = await workflow.begin();
  await workflow.takeToTheRoad(orderUuid);
  await mock.idle();
  await stop();
  const requests = new Map(requestsOf(collector.spans).map((span) => [span.spanId, span]));
  const links = collector.spans.filter(({ name }) => name === 'POST webhook').flatMap((attempt) => attempt.links);
  expect(links).not.toEqual([]);
  expect(links.map(({ spanId, traceId }) => requests.get(spanId)?.traceId === traceId)).not.toContain(false);
});

test('the sampler of the environment is respected, and a decision that a request brings', async () => {
  const { api, stop } = await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
  await api.get('/me');
  await api.get('/me', { headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-00` } });
  await api.get('/me', { headers: { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` } });
  await stop();
  expect(requestsOf(collector.spans).map(({ traceId }) => traceId)).toEqual([TRACE_ID]);
});

test('spans are sent as protobuf unless asked otherwise', async () => {
  const { api, stop } = await start({ OTEL_EXPORTER_OTLP_PROTOCOL: '' });
  await api.get('/me');
  await stop();
  expect(collector.mediaTypes[0]).toBe('application/x-protobuf');
});

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' }],
])('nothing is traced with %j', async (openTelemetry) => {
  const { api, stop } = await startMock({ openTelemetry });
  const { body } = await api.post('/webhooks', { url: receiver.urlOf(), events: ['kyc.*'] });
  await api.post(`/webhooks/${String(body.id)}/test`, { eventType: 'kyc.verification_completed', data: {} });
  await receiver.waitFor(1);
  expect(receiver.received[0]?.headers['traceparent']).toBeUndefined();
  await stop();
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'send to the HTTP port of the collector'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER must be one of always_on'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'a number from 0 to 1'],
  [{ OTEL_BSP_SCHEDULE_DELAY: 'soon' }, 'OTEL_BSP_SCHEDULE_DELAY must be a whole number'],
])('%j is refused at the start', async (variables, message) => {
  const openTelemetry = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', ...variables };
  await expect(createMock({ openTelemetry })).rejects.toThrow(ConfigError);
  await expect(createMock({ openTelemetry })).rejects.toThrow(message);
});

test('a collector that refuses spans costs one notice, and nothing else', async () => {
  receiver.answer('/v1/traces', 400);
  const { api, stop, notices } = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(receiver.urlOf()).origin,
    OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1',
  });
  expect((await api.get('/me')).status).toBe(200);
  expect((await api.get('/me')).status).toBe(200);
  await stop();
  // Both requests, with what they used of the store: what is sent beside a refusal arrives before the server has stopped.
  expect(receiver.received).toHaveLength(5);
  expect(notices.map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^traces cannot be sent to http:\/\/127\.0\.0\.1:\d+ \(OTEL_EXPORTER_OTLP_ENDPOINT\), and are lost meanwhile: /,
    ),
  ]);
});
