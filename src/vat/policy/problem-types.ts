import type { ENGINE_PROBLEM_TYPES, ProblemType as StatusAndTitle } from '../../engine/problems/catalogue.ts';

/**
 * The problem types of the description ("Status catalog") and our own additions, which `spec/assumptions.yaml` lists.
 * `spec/openapi.yaml` has the same table as `x-problem-types`; a test keeps the two equal. `problem-texts.ts` explains
 * each type.
 */
export const PROBLEM_TYPES = {
  'malformed-request': { status: 400, title: 'Malformed request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'capability-required': { status: 403, title: 'Capability required' },
  'dpa-not-accepted': { status: 403, title: 'Data processing agreement not accepted' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'not-acceptable': { status: 406, title: 'Not acceptable' },
  'request-timeout': { status: 408, title: 'Request timeout' },
  'version-mismatch': { status: 409, title: 'Version mismatch' },
  'resource-exists-different-body': { status: 409, title: 'Resource exists with a different body' },
  'milestone-already-set': { status: 409, title: 'Milestone already set' },
  'milestone-not-reached': { status: 409, title: 'Milestone not reached' },
  'buyer-blocked': { status: 409, title: 'Buyer blocked' },
  'invitation-expired': { status: 409, title: 'Invitation expired' },
  'webhook-endpoint-paused': { status: 409, title: 'Webhook endpoint paused' },
  'idempotency-key-in-flight': { status: 409, title: 'Idempotency key in flight' },
  'sandbox-gone': { status: 410, title: 'Sandbox gone' },
  'content-too-large': { status: 413, title: 'Content too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'expectation-failed': { status: 417, title: 'Expectation failed' },
  'validation-error': { status: 422, title: 'Validation failed' },
  'idempotency-key-reused': { status: 422, title: 'Idempotency key reused' },
  'rate-limited': { status: 429, title: 'Rate limit exceeded' },
  'quota-exceeded': { status: 429, title: 'Quota exceeded' },
  'header-fields-too-large': { status: 431, title: 'Header fields too large' },
  'internal-error': { status: 500, title: 'Internal error' },
  'not-served': { status: 501, title: 'Not served' },
  unavailable: { status: 503, title: 'Unavailable' },
  'storage-full': { status: 507, title: 'Storage full' },
} as const satisfies Record<string, StatusAndTitle> & typeof ENGINE_PROBLEM_TYPES;

export type ProblemType = keyof typeof PROBLEM_TYPES;

export const PROBLEM_NAMES = Object.keys(PROBLEM_TYPES) as readonly ProblemType[];
