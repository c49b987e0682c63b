/** Where faults are put, and the tests that should find them: narrow ones first, they are quick. */
export interface Area {
  /** A folder or a file. */
  readonly source: string;
  readonly except?: readonly string[];
  /** Names of files; the others are left out. */
  readonly only?: readonly string[];
  /** Folders and files. */
  readonly tests: readonly string[];
}

export const AREAS: readonly Area[] = [
  {
    source: 'src/engine/idempotency',
    tests: [
      'test/engine/idempotency',
      'test/acceptance/idempotency/idempotency.test.ts',
      'test/acceptance/assumptions/every-alternative.test.ts',
    ],
  },
  {
    source: 'src/engine/rate-limiting',
    tests: ['test/engine/rate-limiting', 'test/acceptance/rate-limits', 'test/acceptance/any-api/limits.test.ts'],
  },
  { source: 'src/engine/preconditions', tests: ['test/engine/preconditions'] },
  { source: 'src/engine/webhooks', only: ['egress'], tests: ['test/engine/webhooks/egress'] },
  {
    source: 'src/engine/webhooks',
    only: ['signature'],
    tests: ['test/engine/webhooks/signature-profiles.test.ts', 'test/engine/webhooks/signing.test.ts'],
  },
  {
    source: 'src/engine/webhooks',
    only: ['faults'],
    tests: ['test/engine/webhooks/chaos', 'test/engine/webhooks/model', 'test/acceptance/webhooks/chaos.test.ts'],
  },
  {
    source: 'src/engine/webhooks',
    only: ['delivery', 'endpoint', 'fan-out', 'queries', 'schedule', 'worker'],
    tests: [
      'test/engine/webhooks/deliveries',
      'test/engine/webhooks/schedule.test.ts',
      'test/engine/webhooks/auto-pause.test.ts',
      'test/engine/webhooks/model.test.ts',
      'test/acceptance/webhooks/deliveries.test.ts',
      'test/acceptance/webhooks/delivery-rules.test.ts',
      'test/acceptance/webhooks/receivers.test.ts',
    ],
  },
  {
    source: 'src/engine/journal',
    only: ['redactor', 'redact-body', 'redact-headers', 'secrets', 'journal-entry'],
    tests: [
      'test/engine/journal/redaction',
      'test/engine/journal/redactor.test.ts',
      'test/engine/journal/kept-body.test.ts',
      'test/engine/capsule/mask.test.ts',
      'test/acceptance/journal/activity.test.ts',
      'test/acceptance/journal/exchanges.test.ts',
      'test/acceptance/journal/har.test.ts',
    ],
  },
  {
    source: 'src/engine/scenarios/expectations',
    tests: ['test/engine/scenarios/expectations', 'test/acceptance/expectations/control-api.test.ts'],
  },
  {
    source: 'src/engine/scenarios',
    except: ['src/engine/scenarios/expectations'],
    tests: [
      'test/engine/scenarios',
      'test/acceptance/given',
      'test/acceptance/scenarios/control.test.ts',
      'test/acceptance/scenarios/next-call.test.ts',
      'test/acceptance/scenarios/replies.test.ts',
      'test/acceptance/scenarios/retries.test.ts',
      'test/acceptance/any-api/webhooks.test.ts',
      'test/acceptance/read-model/fired-jobs.test.ts',
      'test/acceptance/strangers/scripted-pages.test.ts',
      'test/acceptance/control-api/emit-events.test.ts',
      'test/acceptance/expectations/control-api.test.ts',
      'test/acceptance/command-line/validate.test.ts',
    ],
  },
  {
    source: 'src/vat/policy',
    // The other files are texts and types.
    only: ['authorize', 'limits', 'problem', 'rule-book'],
    tests: [
      'test/vat/policy',
      'test/acceptance/webhooks/delivery-rules.test.ts',
      'test/engine/webhooks/signature-profiles.test.ts',
      'test/engine/webhooks/signing.test.ts',
      'test/engine/webhooks/schedule.test.ts',
      'test/engine/webhooks/deliveries',
    ],
  },
  { source: 'src/vat/api', tests: ['test/acceptance/buyers', 'test/acceptance/prospects'] },
  {
    source: 'src/vat/compliance',
    tests: [
      'test/vat/compliance',
      'test/acceptance/vies/blocked-buyer.test.ts',
      'test/acceptance/workflow/model.test.ts',
      'test/acceptance/workflow/recomputation.test.ts',
      'test/acceptance/workflow/verdicts.test.ts',
    ],
  },
  { source: 'src/vat/vat-numbers', tests: ['test/vat/vat-numbers', 'test/vat/vies-checks'] },
  {
    source: 'src/vat/vies',
    tests: ['test/vat/vies-checks', 'test/acceptance/simulators', 'test/acceptance/vies'],
  },
  { source: 'src/vat/kyc', tests: ['test/acceptance/kyc', 'test/acceptance/simulators'] },
  { source: 'src/vat/buyers', tests: ['test/acceptance/buyers'] },
  {
    source: 'src/vat/documents',
    tests: [
      'test/vat/documents',
      'test/vat/downloads',
      'test/acceptance/documents',
      'test/acceptance/workflow/invoices.test.ts',
      'test/acceptance/workflow/orders.test.ts',
      'test/acceptance/workflow/straight-path.test.ts',
      'test/acceptance/export-file/export-file.test.ts',
      'test/acceptance/export-file/full-sandbox.test.ts',
      'test/acceptance/control-api/state.test.ts',
    ],
  },
  { source: 'src/vat/invitations', tests: ['test/acceptance/self-service'] },
  { source: 'src/vat/prospects', tests: ['test/acceptance/prospects'] },
  {
    source: 'src/vat/export-file',
    except: ['src/vat/export-file/describe-export-file.ts'],
    tests: ['test/vat/export-file/describe-export-file.test.ts', 'test/acceptance/export-file'],
  },
  {
    source: 'src/vat/orders',
    tests: ['test/vat/orders', 'test/vat/payments', 'test/acceptance/workflow'],
  },
  { source: 'src/vat/transport', tests: ['test/vat/transport', 'test/acceptance/workflow'] },
  {
    source: 'src/vat/webhook-endpoints',
    tests: ['test/vat/webhook-endpoints', 'test/acceptance/webhooks'],
  },
  { source: 'src/vat/coaching', tests: ['test/vat/coaching'] },
  {
    source: 'src/vat/faking',
    tests: [
      'test/vat/faking',
      'test/engine/faking/name-hints.test.ts',
      'test/acceptance/preferences/sensible-bodies.test.ts',
    ],
  },
  {
    source: 'src/vat/fixtures',
    tests: [
      'test/vat/fixtures',
      'test/acceptance/fixtures',
      'test/acceptance/given',
      'test/contract/fixtures-and-examples.test.ts',
    ],
  },
  { source: 'src/vat/samples', tests: ['test/acceptance/control-api/emit-events.test.ts'] },
  { source: 'src/vat/simulators', tests: ['test/acceptance/simulators'] },
];
