import type { Exchange } from './exchange-log.ts';

/** What came of an exchange, in a few words. */
export const inShort = ({ problemType, replayed, fault, events }: Exchange): string =>
  [
    ...(fault === null ? [] : [`fault: ${fault}`]),
    ...(problemType === null ? [] : [problemType.replaceAll('-', ' ')]),
    ...(replayed ? ['replayed'] : []),
    ...(events.length === 0 ? [] : [events.length === 1 ? (events[0]?.type ?? '') : `${String(events.length)} events`]),
  ].join(', ');
