import type { Reply } from '../../kernel/http.ts';
import { replayOf } from '../idempotency/replay.ts';
import type { LookedUp } from '../exchange/exchange.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import { type Halt, type Stage, halt } from '../pipeline/pipeline.ts';
import type { FindHeaderFault } from '../scenarios/header-rule.ts';

const NOTHING = {};

/**
 * Responds to a repeated request with the stored response. Ends with 422 idempotency-key-reused if the request differs.
 */
export const replayResponse = ({
  findHeaderFault,
}: Pick<EngineParts, 'findHeaderFault'>): Stage<Pick<LookedUp, 'idempotency' | 'request'>, object> => ({
  name: 'replay-response',
  run: ({ idempotency, request }): Halt | object => {
    const stored = replayOf(idempotency);
    if (stored === undefined) return NOTHING;
    if (findHeaderFault === undefined) return halt(stored);
    const headers = harmless(stored.reply.headers, request.origin, findHeaderFault);
    return halt({ ...stored, reply: { ...stored.reply, headers } });
  },
});

/**
 * Stored responses may come from an imported state: only headers that a scenario may set are sent. Resources that were
 * created on another server are at the same path here.
 */
const harmless = (headers: Reply['headers'], origin: string, find: FindHeaderFault): Record<string, string> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const own = name === 'location' ? moveTo(origin, value) : value;
    if (find(name, own) === undefined) kept[name] = own;
  }
  return kept;
};

const moveTo = (origin: string, location: string): string =>
  /^https?:/.test(location) && URL.canParse(location) && !location.startsWith(`${origin}/`)
    ? origin + new URL(location).pathname
    : location;
