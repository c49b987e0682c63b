import type { SchemaObject } from '../../engine/contract/walk-schema.ts';
import { matchesWeakly, parseEntityTags } from '../../engine/preconditions/if-match.ts';
import { problem } from '../../engine/problems/problem.ts';
import { renderProblem } from '../../engine/problems/render-problem.ts';
import { once } from '../../kernel/caches.ts';
import { type Handle, type Reply, textContent } from '../../kernel/http.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type DescriptionFormat, createDescriptionTexts } from './description-text.ts';

export interface DescriptionRoute {
  readonly prefix: string;
  readonly handle: Handle;
}

interface DescriptionParts {
  /** Keyed by path without the extension: `/openapi`. */
  readonly documents: Readonly<Record<string, () => SchemaObject | Promise<SchemaObject>>>;
  readonly problemBase: () => string;
  readonly drawTraceId: () => string;
  readonly pauses: () => Pause;
}

const MEDIA_TYPES: Readonly<Record<DescriptionFormat, string>> = {
  yaml: 'application/yaml',
  json: 'application/json',
};

const ALLOW = 'GET, HEAD, OPTIONS';

/** Serves the descriptions of this server, for programs that read them, with the address of the request. */
export const createDescriptionRoutes = ({
  documents,
  problemBase,
  drawTraceId,
  pauses,
}: DescriptionParts): readonly DescriptionRoute[] =>
  Object.entries(documents).flatMap(([path, load]) => {
    const loadTexts = once(async () => createDescriptionTexts(await load(), pauses));
    return (['yaml', 'json'] as const).map((format) => {
      const prefix = `${path}.${format}`;
      const handle: Handle = async (request) => {
        const refuse = ({ members }: Problem): Reply =>
          renderProblem(members, { problemBase: problemBase(), instance: request.path, traceId: drawTraceId() });
        if (request.path !== prefix)
          return refuse(problem('not-found', { detail: `There is nothing below ${prefix}, which is a file.` }));
        if (request.method === 'OPTIONS') return { status: 204, headers: { allow: ALLOW } };
        if (request.method !== 'GET' && request.method !== 'HEAD')
          return refuse(
            problem('method-not-allowed', {
              detail: `${request.method} does nothing here: a description is read with GET.`,
              headers: { allow: ALLOW },
            }),
          );
        const texts = await loadTexts();
        const { text, tag } = await texts(format, request.origin);
        const headers = { etag: `"${tag}"`, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' };
        const known = parseEntityTags(request.header('if-none-match') ?? '');
        if (known !== undefined && matchesWeakly(known, tag)) return { status: 304, headers };
        return { status: 200, headers, content: textContent(text, MEDIA_TYPES[format]) };
      };
      return { prefix, handle };
    });
  });
