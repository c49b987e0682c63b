/** A mistake that leaves no trace in the requests of a client. */
export interface NotSeen {
  readonly mistake: string;
  /** Word for word from the API's description. */
  readonly quote: string;
  /** How it can be found out all the same. */
  readonly instead: string;
}

/** Said openly, so that no finding is not taken for no mistake. */
export const NOT_SEEN: readonly NotSeen[] = [
  {
    mistake: 'Branches on the text, title or status of a problem instead of its type',
    quote: 'stable category; clients key on this, not on status or title',
    instead:
      'Play the scenarios new-problem-type and gateway-page: a client that keys on the type does the same as for any problem that it does not know.',
  },
  {
    mistake: 'Takes the order of events for the order of what happened',
    quote: 'Ordering is best effort; retries can reorder. Handlers should key on resource state, not event order.',
    instead: 'Play the scenario reordered-webhooks and look at what the receiver has made of it.',
  },
  {
    mistake: 'Works on a duplicate event twice without calling the API',
    quote: 'Delivery is at least once; handlers dedupe on the event `id`.',
    instead:
      'Play the scenario duplicate-webhooks and look at what the receiver has made of it; where it calls the API for each of the two, that is a finding.',
  },
];
