import type { UndetectableMistake } from '../../engine/coaching/detector.ts';

/** Listed, because the absence of findings does not prove the absence of mistakes. */
export const UNDETECTABLE_MISTAKES: readonly UndetectableMistake[] = [
  {
    mistake: 'Branches on the text, title or status of a problem instead of its type',
    quote: 'stable category; clients key on this, not on status or title',
    instead:
      'Run the scenarios new-problem-type and gateway-page: a client that keys on the type handles them like any unknown problem.',
  },
  {
    mistake: 'Relies on the order of events',
    quote: 'Ordering is best effort; retries can reorder. Handlers should key on resource state, not event order.',
    instead: 'Run the scenario reordered-webhooks and check the state of the receiver.',
  },
  {
    mistake: 'Processes a duplicate event twice without calling the API',
    quote: 'Delivery is at least once; handlers dedupe on the event `id`.',
    instead:
      'Run the scenario duplicate-webhooks and check the state of the receiver; a receiver that calls the API for both events causes a finding.',
  },
];
