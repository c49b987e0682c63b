interface Floor {
  readonly name: string;
  /** Folders of `src` with all below them; one that ends in `*.ts` is the files of a folder alone. */
  readonly rooms: readonly string[];
  /** Folders of the room may import each other; files may not. */
  readonly isWhole?: true;
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
  // A folder per resource with its record and its behaviours: an order needs its buyer, and a buyer's change its orders.
  { name: 'Resources', rooms: ['vat'], isWhole: true },
  {
    name: 'Domain',
    rooms: [...['vat/fixtures', 'vat/moves', 'vat/samples', 'vat/coaching', 'vat/scenarios'], 'identity'],
  },
  {
    name: 'Control: clock and records',
    rooms: ['control/assumptions', 'control/clock', 'control/mail'],
  },
  {
    name: 'Control: one sandbox',
    rooms: [
      ...['control/activity', 'control/inbox', 'control/listeners', 'control/organization'],
      ...['control/scenarios', 'control/state', 'control/storyboards'],
    ],
  },
  {
    name: 'Control: sandboxes',
    rooms: ['control/read-model', 'control/recordings', 'control/replicas', 'control/sandboxes', 'control/webhooks'],
  },
  { name: 'Control: moves', rooms: ['control/moves', 'control/personas', 'control/visitors'] },
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
