/** Paging parameters of all lists of the control API that can grow: page size `limit`, newest first. */
interface ListQuery {
  readonly limit?: number;
  readonly page?: number;
}

export interface Wanted {
  readonly limit: number;
  /** Counts from 0: the newest records. */
  readonly page: number;
}

const USUAL_LIMIT = 100;

export const readWanted = ({ limit = USUAL_LIMIT, page = 0 }: ListQuery): Wanted => ({ limit, page });

/** A page of a list with the total count. */
export const toListOutcome = <T>(data: readonly T[], { limit, page }: Wanted, totalElements: number) =>
  ({
    status: 200,
    body: { data, pagination: { page, limit, totalElements, totalPages: Math.ceil(totalElements / limit) } },
  }) as const;
