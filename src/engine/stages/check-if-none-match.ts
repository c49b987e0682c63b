import { matchesWeakly, parseEntityTags } from '../preconditions/entity-tags.ts';
import type { EngineParts } from '../pipeline/engine-parts.ts';
import type { SettleStage } from '../pipeline/pipeline.ts';

/**
 * Responds to a read with 304 if the client already has the current representation. Applies only to reads whose
 * description has an `ETag`.
 */
export const checkIfNoneMatch = ({ assumedIn }: EngineParts): SettleStage => ({
  name: 'check-if-none-match',
  run: ({ request, reply, source, sandbox }) => {
    const held = request.header('if-none-match');
    const { etag } = reply.headers;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (held === undefined || etag === undefined || !isRead || reply.status !== 200) return undefined;
    if (assumedIn(sandbox).has('conditional-reads=ignored')) return undefined;
    const tags = parseEntityTags(held);
    if (tags === undefined || !matchesWeakly(tags, etag.replaceAll(/^W\/|"/g, ''))) return undefined;
    return { reply: { ...reply, status: 304, content: undefined }, source };
  },
});
