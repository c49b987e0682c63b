/** Entries that the read model shows at most; totals count all. */
export const READ_MODEL_LIMITS = {
  blockersOfSummary: 3,
  vinsOfSummary: 3,
  blockers: 200,
  vinsOfRule: 100,
  documents: 500,
  timeline: 500,
  ordersOfBuyer: 20,
  viesChecks: 100,
  hits: 20,
} as const;
