/** The default response: 200 with a body. */
export const ok = <Body>(body: Body) => ({ status: 200, body }) as const;

export const NO_CONTENT = { status: 204 } as const;

/** For responses that contain secrets or customer data. */
export const NOT_STORED = { 'cache-control': 'no-store' } as const;

/** Which part of a list is shown. */
interface Wanted {
  readonly limit: number;
  /** Counts from 0: the newest records. */
  readonly page: number;
}

const USUAL_LIMIT = 100;

/** Paging parameters of all lists of the control API that can grow: page size `limit`, newest first. */
export const readWanted = ({ limit = USUAL_LIMIT, page = 0 }: Partial<Wanted>): Wanted => ({ limit, page });

/** A page of a list with the total count. */
export const toListOutcome = <T>(data: readonly T[], { limit, page }: Wanted, totalElements: number) =>
  ({
    status: 200,
    body: { data, pagination: { page, limit, totalElements, totalPages: Math.ceil(totalElements / limit) } },
  }) as const;
