/** Which part of a list is shown. */
export interface PageWanted {
  /** Counts from 0: the newest entries. */
  readonly page: number;
  readonly limit: number;
}

/** A page of a list, and how many entries all pages have. */
export const onPage = <T>(all: readonly T[], { page, limit }: PageWanted) => ({
  data: all.slice(page * limit, (page + 1) * limit),
  total: all.length,
});
