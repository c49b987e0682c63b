interface Floor {
  readonly name: string;
  /** Folders of `src` with all below them; one that ends in `*.ts` is the files of a folder alone. */
  readonly rooms: readonly string[];
}

/**
 * The floors of the house, from the ground up. A room imports from itself and from lower floors only; rooms on one floor do
 * not know each other. `npm run floors` holds every import to it, and `npm run generate` draws it into CONTRIBUTING.md.
 */
export const FLOORS: readonly Floor[] = [
  { name: 'Values', rooms: ['kernel', 'generated'] },
  { name: 'Problems', rooms: ['engine/problems'] },
  { name: 'Descriptions', rooms: ['engine/contract', 'engine/html', 'engine/matching'] },
  { name: 'Messages', rooms: ['engine/message', 'engine/ports'] },
  { name: 'Validation', rooms: ['engine/validation', 'engine/routing', 'engine/problem-pages'] },
  { name: 'Generation', rooms: ['engine/faking', 'engine/events'] },
  { name: 'Assumptions', rooms: ['engine/assumptions'] },
  { name: 'State', rooms: ['engine/sandbox', 'engine/preconditions'] },
  { name: 'Effects', rooms: ['engine/idempotency', 'engine/mail', 'engine/rate-limiting', 'engine/webhooks'] },
  { name: 'Exchange', rooms: ['engine/exchange', 'engine/inbox'] },
  { name: 'Journal', rooms: ['engine/journal', 'engine/responders'] },
  { name: 'Observation', rooms: ['engine/coaching', 'engine/capsule'] },
  { name: 'Scenarios', rooms: ['engine/scenarios'] },
  { name: 'Checks', rooms: ['engine/checks'] },
  { name: 'Engine', rooms: ['engine/*.ts'] },
  { name: 'Policy', rooms: ['vat/policy'] },
  { name: 'Domain values', rooms: ['vat/api', 'vat/vat-numbers', 'vat/sheet'] },
  {
    name: 'Domain records',
    rooms: ['vat/buyers', 'vat/orders', 'vat/prospects', 'vat/invitations', 'vat/webhook-endpoints', 'vat/faking'],
  },
  { name: 'Parts of an order', rooms: ['vat/documents', 'vat/payments', 'vat/transport', 'vat/vies-checks'] },
  { name: 'Compliance rules', rooms: ['vat/compliance', 'vat/invoices', 'vat/papers'] },
  { name: 'Export File', rooms: ['vat/export-file'] },
  { name: 'Verdict', rooms: ['vat/verdict', 'vat/downloads'] },
  { name: 'Checks of a buyer', rooms: ['vat/vies', 'vat/kyc', 'vat/self-service'] },
  { name: 'Behaviours and jobs', rooms: ['vat/behaviours', 'vat/*.ts', 'vat/simulators'] },
  {
    name: 'Domain',
    rooms: [
      ...['vat/fixtures', 'vat/moves', 'vat/samples', 'vat/coaching', 'vat/read-model', 'vat/scenarios'],
      'identity',
    ],
  },
  {
    name: 'Control: clock and records',
    rooms: ['control/assumptions', 'control/clock', 'control/mail', 'control/records'],
  },
  {
    name: 'Control: one sandbox',
    rooms: [
      ...['control/activity', 'control/inbox', 'control/listeners', 'control/observation', 'control/organization'],
      ...['control/scenarios', 'control/state', 'control/storyboards'],
    ],
  },
  {
    name: 'Control: sandboxes',
    rooms: ['control/capsule', 'control/read-model', 'control/replicas', 'control/sandboxes', 'control/webhooks'],
  },
  { name: 'Control: moves', rooms: ['control/leave-behind', 'control/moves', 'control/personas', 'control/visitors'] },
  { name: 'Control: show', rooms: ['control/show'] },
  { name: 'Control', rooms: ['control/*.ts'] },
  { name: 'Files and sockets', rooms: ['edges/files', 'edges/http', 'edges/system'] },
  {
    name: 'Edges',
    rooms: [
      ...[
        'edges/stores',
        'edges/webhooks',
        'edges/inbox',
        'edges/peers',
        'edges/descriptions',
        'edges/self-service',
        'edges/welcome',
        'edges/workers',
      ],
      ...['edges/admin', 'edges/console', 'edges/metrics', 'edges/traces', 'edges/programmatic'],
    ],
  },
  { name: 'Settings', rooms: ['config'] },
  { name: 'Composition', rooms: ['composition'] },
  { name: 'Commands', rooms: ['commands'] },
  { name: 'Entry points', rooms: ['*.ts'] },
];
