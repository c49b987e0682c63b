import { type Reply, jsonContent } from '../../../kernel/http.ts';

/** How every list of the control API that can grow is asked for: `limit` of the newest, or as many that are older. */
export interface ListQuery {
  readonly limit?: number;
  readonly page?: number;
  readonly sandbox?: string;
}

export interface Wanted {
  readonly limit: number;
  /** From 0: the newest. */
  readonly page: number;
}

const USUAL_LIMIT = 100;

export const readWanted = ({ limit = USUAL_LIMIT, page = 0 }: ListQuery): Wanted => ({ limit, page });

/** A page of a list, and how many there are in all. */
export const toListReply = (data: readonly unknown[], { limit, page }: Wanted, totalElements: number): Reply => ({
  status: 200,
  headers: {},
  content: jsonContent({
    data,
    pagination: { page, limit, totalElements, totalPages: Math.ceil(totalElements / limit) },
  }),
});
