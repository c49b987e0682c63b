import { NO_EXTENSIONS, type Operation } from '../../../src/engine/contract/contract.ts';
import {
  type EntryForm,
  type JournalEntry,
  type KeptBody,
  keepBody,
} from '../../../src/engine/journal/journal-entry.ts';
import { TEST_NOW } from '../../support/test-clock.ts';

/** Of a process whose monotonic clock began with the wall clock. */
export const FORM: EntryForm = {
  operationOf: () => undefined,
  organizationOf: () => undefined,
  monotonicStart: 0,
};

let position = 0;

/** An exchange as the journal keeps it: an ordinary one, but for what a test says. */
export const createEntry = (more: Partial<JournalEntry> = {}): JournalEntry => {
  position++;
  const receivedAt = more.receivedAt ?? TEST_NOW;
  return {
    position,
    id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
    traceId: String(position).padStart(32, '0'),
    receivedAt,
    startedAt: receivedAt - TEST_NOW,
    endedReadingAt: receivedAt - TEST_NOW,
    method: 'GET',
    path: '/v1/me',
    query: '',
    rawHeaders: [],
    received: undefined,
    parts: undefined,
    operation: undefined,
    pathParameters: {},
    caller: { clientId: 'api-client-demo', organization: undefined },
    sandbox: { id: 'demo', now: receivedAt },
    partner: undefined,
    idempotency: undefined,
    budget: undefined,
    usesNoBudget: false,
    status: 200,
    headers: {},
    sent: undefined,
    source: 'stateful',
    endedAt: 'respond',
    refusal: undefined,
    fault: undefined,
    script: undefined,
    events: [],
    token: undefined,
    weight: 1024,
    ...more,
  };
};

export const json = (value: unknown, mediaType = 'application/json'): KeptBody =>
  body(JSON.stringify(value), mediaType);

export const body = (text: string, mediaType: string): KeptBody =>
  keepBody(mediaType, Buffer.from(text), Buffer.byteLength(text));

export const createOperation = (more: Partial<Operation> = {}): Operation => ({
  id: 'getOrganization',
  method: 'GET',
  path: '/me',
  pointer: '#/paths/~1me/get',
  parameters: [],
  requestBody: undefined,
  responses: [],
  security: [[{ kind: 'bearer', name: 'accessToken' }]],
  ...NO_EXTENSIONS,
  ...more,
});

export const createParameter = (
  name: string,
  place: Operation['parameters'][number]['in'],
): Operation['parameters'][number] => ({
  name,
  label: name,
  in: place,
  required: false,
  style: 'form',
  explode: true,
  schema: { pointer: '', schema: {} },
  namesPartner: false,
  violationProblem: undefined,
});
