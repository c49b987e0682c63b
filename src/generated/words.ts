/** spec/words.yaml, made by "npm run generate". */
export const WORDS = {
  orderStatus: {
    CREATED: "Created",
    INVOICE_SUBMITTED: "Invoiced",
    PAYMENT_SUBMITTED: "Paid in part",
    READY_FOR_PICKUP: "Ready for pickup",
    TRANSPORT_IN_PROGRESS: "On the road",
    TRANSPORT_COMPLETED: "Arrived",
    COMPLIANCE_VALID: "Compliant",
    COMPLIANCE_INVALID: "Not compliant",
    CANCELLED: "Cancelled",
  },
  decision: {
    VALID_EXPORT: {
      word: "Exempt",
      reasons: "Why the supply is exempt",
      statement: "Exempt: the VAT exemption applies, and the final invoice states no VAT.",
    },
    VAT_APPLICABLE: {
      word: "Taxed",
      reasons: "Why the supply is taxed",
      statement: "Taxed: VAT must be applied on the final invoice.",
    },
  },
  verdict: [
    {
      order: "COMPLIANCE_VALID",
      rollup: "VALID",
      vehicle: "VALID",
      invoice: "VALID",
      decision: ["VALID_EXPORT", "VAT_APPLICABLE"],
    },
    {
      order: "COMPLIANCE_INVALID",
      rollup: "INVALID",
      vehicle: "INVALID",
      invoice: "INVALID",
      decision: ["VAT_APPLICABLE"],
    },
  ],
} as const;
