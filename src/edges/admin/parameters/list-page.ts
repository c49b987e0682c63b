/** How every list of the control API that can grow is asked for: `limit` of the newest, or as many that are older. */
interface ListQuery {
  readonly limit?: number;
  readonly page?: number;
}

export interface Wanted {
  readonly limit: number;
  /** From 0: the newest. */
  readonly page: number;
}

const USUAL_LIMIT = 100;

export const readWanted = ({ limit = USUAL_LIMIT, page = 0 }: ListQuery): Wanted => ({ limit, page });

/** A page of a list, and how many there are in all. */
export const toListOutcome = <T>(data: readonly T[], { limit, page }: Wanted, totalElements: number) =>
  ({
    status: 200,
    body: { data, pagination: { page, limit, totalElements, totalPages: Math.ceil(totalElements / limit) } },
  }) as const;
