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
    tests: ['test/engine/idempotency'],
  },
  { source: 'src/engine/rate-limiting', tests: ['test/engine/rate-limiting'] },
  { source: 'src/engine/preconditions', tests: ['test/engine/preconditions'] },
  { source: 'src/engine/webhooks/egress', tests: ['test/engine/webhooks/egress'] },
  {
    source: 'src/engine/webhooks/signing',
    tests: ['test/engine/webhooks/signature-profiles.test.ts', 'test/engine/webhooks/signing.test.ts'],
  },
  {
    source: 'src/engine/webhooks/chaos',
    tests: ['test/engine/webhooks/chaos', 'test/engine/webhooks/deliveries/attempt.test.ts'],
  },
  {
    source: 'src/engine/webhooks',
    except: ['src/engine/webhooks/egress', 'src/engine/webhooks/signing', 'src/engine/webhooks/chaos'],
    tests: ['test/engine/webhooks/deliveries', 'test/engine/webhooks/schedule.test.ts'],
  },
  {
    source: 'src/engine/journal',
    only: ['redactor', 'redact-json', 'redact-text', 'scrub', 'kept-body', 'secret-names', 'shown-headers'],
    tests: [
      'test/engine/journal/redaction',
      'test/engine/journal/redactor.test.ts',
      'test/engine/journal/kept-body.test.ts',
    ],
  },
  {
    source: 'src/engine/scenarios/expectations',
    tests: ['test/engine/scenarios/expectations'],
  },
  {
    source: 'src/engine/scenarios',
    except: ['src/engine/scenarios/expectations'],
    tests: ['test/engine/scenarios', 'test/acceptance/given'],
  },
  {
    source: 'src/vat',
    only: ['behaviour', 'behaviours', 'emit', 'jobs', 'page', 'violation'],
    tests: ['test/vat/page.test.ts', 'test/vat/behaviour.test.ts'],
  },
  { source: 'src/vat/compliance', tests: ['test/vat/compliance'] },
  { source: 'src/vat/vies', tests: ['test/vat/vies', 'test/vat/collections.test.ts'] },
  { source: 'src/vat/kyc', tests: ['test/vat/kyc', 'test/vat/collections.test.ts'] },
  { source: 'src/vat/buyers', tests: ['test/vat/buyers', 'test/vat/collections.test.ts'] },
  { source: 'src/vat/documents', tests: ['test/vat/documents', 'test/vat/collections.test.ts'] },
  { source: 'src/vat/invitations', tests: ['test/vat/invitations', 'test/vat/collections.test.ts'] },
  { source: 'src/vat/prospects', tests: ['test/vat/invitations', 'test/vat/collections.test.ts'] },
  {
    source: 'src/vat/export-file',
    except: ['src/vat/export-file/draw-export-file.ts'],
    tests: [
      'test/vat/export-file/describe-export-file.test.ts',
      'test/vat/export-file/export-file-behaviours.test.ts',
      'test/vat/collections.test.ts',
    ],
  },
  { source: 'src/vat/orders', tests: ['test/vat/orders', 'test/vat/collections.test.ts'] },
  { source: 'src/vat/transport', tests: ['test/vat/transport'] },
  { source: 'src/vat/payments', tests: ['test/vat/payments'] },
  { source: 'src/vat/invoices', tests: ['test/vat/invoices'] },
  { source: 'src/vat/organization', tests: ['test/vat/organization'] },
  { source: 'src/vat/webhook-endpoints', tests: ['test/vat/webhook-endpoints', 'test/acceptance/webhooks'] },
  { source: 'src/vat/coaching', tests: ['test/vat/coaching'] },
  { source: 'src/vat/faking', tests: ['test/vat/faking'] },
  { source: 'src/vat/fixtures', tests: ['test/vat/fixtures'] },
  { source: 'src/vat/samples', tests: ['test/vat/samples'] },
  { source: 'src/vat/simulators', tests: ['test/vat/simulators'] },
];
