import type { Exchange } from './exchange-log.ts';

/** What came of an exchange, in a few words. */
export const inShort = ({ reason, problemType, replayed, fault, scenarios, events }: Exchange): string =>
  [
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...scenarios.map((name) => `scenario ${name}`),
    ...(reason !== null ? [reason] : problemType === null ? [] : [problemType.replaceAll('-', ' ')]),
    ...(replayed ? ['replayed'] : []),
    ...(events.length === 0 ? [] : [events.length === 1 ? (events[0]?.type ?? '') : `${String(events.length)} events`]),
  ].join(', ');
