/** What of a subscription list covers an event type: the type itself, or the wildcard of its segment. */
export const subscriptionsOf = (eventType: string): readonly string[] => [
  eventType,
  `${eventType.slice(0, eventType.indexOf('.'))}.*`,
];
