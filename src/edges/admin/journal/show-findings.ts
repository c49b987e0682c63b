import { NOT_SEEN } from '../../../engine/coaching/not-seen.ts';
import type { Watches } from '../../../engine/coaching/watches.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import { jsonContent } from '../../../kernel/http.ts';

/** What the clients of a sandbox do wrong against the description, and what of it nobody can see from here. */
export const showFindings =
  (watches: Watches): Behaviour =>
  ({ caller }) => ({
    status: 200,
    headers: {},
    content: jsonContent({ data: watches.findingsOf(caller?.organization?.uuid), notSeen: NOT_SEEN }),
  });
