/** The wildcard that covers all event types with the same first segment: `order.*`. */
export const wildcardOf = (eventType: string): string => `${eventType.slice(0, eventType.indexOf('.'))}.*`;

/** The subscription entries that cover an event type: the type itself, and the wildcard of its segment. */
export const subscriptionsOf = (eventType: string): readonly string[] => [eventType, wildcardOf(eventType)];
