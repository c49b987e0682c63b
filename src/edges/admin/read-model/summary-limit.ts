/** Summaries on a page, unless the call says otherwise. */
export const SUMMARY_LIMIT = 50;
