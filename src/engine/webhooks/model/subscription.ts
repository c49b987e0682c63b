/** The wildcard of the first segment of an event type, which covers all its events: `order.*`. */
export const wildcardOf = (eventType: string): string => `${eventType.slice(0, eventType.indexOf('.'))}.*`;

/** What of a subscription list covers an event type: the type itself, or the wildcard of its segment. */
export const subscriptionsOf = (eventType: string): readonly string[] => [eventType, wildcardOf(eventType)];
