import type { LiveContent } from '../../../kernel/http.ts';
import type { PageWanted } from '../../../kernel/page.ts';
import { answer } from './control-behaviour.ts';

/** A stream of events; the header keeps proxies such as nginx from buffering it. */
export const eventStream = (pieces: LiveContent['pieces'], headers: Readonly<Record<string, string>> = {}) =>
  answer({ headers: { 'x-accel-buffering': 'no', ...headers }, live: { mediaType: 'text/event-stream', pieces } });

const USUAL_LIMIT = 100;

interface Page<T> {
  readonly data: readonly T[];
  /** The number of all records. */
  readonly total: number;
}

/** One page of a list of the control API that can grow, with the paging parameters of the query. */
export const toList = async <T>(
  { limit = USUAL_LIMIT, page = 0 }: { readonly [Name in keyof PageWanted]?: PageWanted[Name] | undefined },
  load: (wanted: PageWanted) => Page<T> | Promise<Page<T>>,
) => {
  const { data, total: totalElements } = await load({ limit, page });
  return { data, pagination: { page, limit, totalElements, totalPages: Math.ceil(totalElements / limit) } };
};
