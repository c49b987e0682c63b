import type { PageWanted } from '../../../kernel/page.ts';

/** The default response: 200 with a body. */
export const ok = <Body>(body: Body) => ({ status: 200, body }) as const;

export const created = <Body>(body: Body) => ({ status: 201, body }) as const;

export const NO_CONTENT = { status: 204 } as const;

/** For responses that contain secrets or customer data. */
export const NOT_STORED = { 'cache-control': 'no-store' } as const;

/** For a file to download. */
export const attached = (fileName: string) => ({
  ...NOT_STORED,
  'content-disposition': `attachment; filename="${fileName}"`,
});

/** A stream of events; the header keeps proxies such as nginx from buffering it. */
export const eventStream = (pieces: AsyncIterable<string>, headers: Readonly<Record<string, string>> = {}) =>
  ({
    status: 200,
    headers: { ...NOT_STORED, 'x-accel-buffering': 'no', ...headers },
    live: { mediaType: 'text/event-stream', pieces },
  }) as const;

const USUAL_LIMIT = 100;

interface Page<T> {
  readonly data: readonly T[];
  /** The number of all records. */
  readonly total: number;
}

/** One page of a list of the control API that can grow, with the paging parameters of the query. */
export const listOutcome = async <T>(
  { limit = USUAL_LIMIT, page = 0 }: { readonly [Name in keyof PageWanted]?: PageWanted[Name] | undefined },
  load: (wanted: PageWanted) => Page<T> | Promise<Page<T>>,
) => {
  const { data, total: totalElements } = await load({ limit, page });
  return ok({ data, pagination: { page, limit, totalElements, totalPages: Math.ceil(totalElements / limit) } });
};
