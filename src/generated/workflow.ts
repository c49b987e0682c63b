/** spec/workflow.yaml, made by "npm run generate". */
export const WORKFLOW = {
  orderStatuses: [
    "CREATED",
    "INVOICE_SUBMITTED",
    "PAYMENT_SUBMITTED",
    "READY_FOR_PICKUP",
    "TRANSPORT_IN_PROGRESS",
    "TRANSPORT_COMPLETED",
    "COMPLIANCE_VALID",
    "COMPLIANCE_INVALID",
    "CANCELLED",
  ],
  orderSteps: {
    submitInvoice: {
      label: "An invoice cannot be submitted",
      moves: {
        CREATED: ["INVOICE_SUBMITTED", "READY_FOR_PICKUP"],
        INVOICE_SUBMITTED: ["INVOICE_SUBMITTED"],
        PAYMENT_SUBMITTED: ["PAYMENT_SUBMITTED"],
        READY_FOR_PICKUP: ["READY_FOR_PICKUP"],
        TRANSPORT_IN_PROGRESS: ["TRANSPORT_IN_PROGRESS"],
        TRANSPORT_COMPLETED: ["TRANSPORT_COMPLETED"],
        COMPLIANCE_VALID: ["COMPLIANCE_VALID"],
        COMPLIANCE_INVALID: ["COMPLIANCE_INVALID"],
      },
      early: [],
    },
    submitPayment: {
      label: "A payment cannot be submitted",
      moves: {
        INVOICE_SUBMITTED: ["PAYMENT_SUBMITTED", "READY_FOR_PICKUP"],
        PAYMENT_SUBMITTED: ["PAYMENT_SUBMITTED", "READY_FOR_PICKUP"],
      },
      early: ["CREATED"],
      first: "an invoice must be submitted first",
    },
    confirmPickup: {
      label: "A pickup cannot be confirmed",
      moves: {
        READY_FOR_PICKUP: ["TRANSPORT_IN_PROGRESS"],
        TRANSPORT_IN_PROGRESS: ["TRANSPORT_IN_PROGRESS"],
      },
      early: ["CREATED", "INVOICE_SUBMITTED", "PAYMENT_SUBMITTED"],
      first: "the order must be paid in full first",
    },
    revokePickup: {
      label: "A pickup cannot be revoked",
      moves: { TRANSPORT_IN_PROGRESS: ["READY_FOR_PICKUP", "TRANSPORT_IN_PROGRESS"] },
      early: ["CREATED", "INVOICE_SUBMITTED", "PAYMENT_SUBMITTED", "READY_FOR_PICKUP"],
      first: "no pickup is confirmed",
    },
    confirmDelivery: {
      label: "A delivery cannot be confirmed",
      moves: { TRANSPORT_IN_PROGRESS: ["TRANSPORT_IN_PROGRESS", "TRANSPORT_COMPLETED"] },
      early: ["CREATED", "INVOICE_SUBMITTED", "PAYMENT_SUBMITTED", "READY_FOR_PICKUP"],
      first: "a pickup must be confirmed first",
    },
    cancelOrder: {
      label: "The order cannot be cancelled",
      moves: {
        CREATED: ["CANCELLED"],
        INVOICE_SUBMITTED: ["CANCELLED"],
        PAYMENT_SUBMITTED: ["CANCELLED"],
        READY_FOR_PICKUP: ["CANCELLED"],
        TRANSPORT_IN_PROGRESS: ["CANCELLED"],
        TRANSPORT_COMPLETED: ["CANCELLED"],
      },
      early: [],
      endsWithVerdict: true,
    },
    verdict: {
      label: "No verdict can be reached",
      moves: {
        TRANSPORT_COMPLETED: ["COMPLIANCE_VALID", "COMPLIANCE_INVALID"],
        COMPLIANCE_VALID: ["COMPLIANCE_VALID", "COMPLIANCE_INVALID", "TRANSPORT_COMPLETED"],
        COMPLIANCE_INVALID: ["COMPLIANCE_VALID", "COMPLIANCE_INVALID", "TRANSPORT_COMPLETED"],
      },
      early: [],
    },
  },
  vinMoves: {
    PENDING: ["PICKUP_CONFIRMED", "IN_TRANSIT"],
    PICKUP_CONFIRMED: ["PENDING", "IN_TRANSIT", "DELIVERED", "INVALID"],
    IN_TRANSIT: ["PENDING", "PICKUP_CONFIRMED", "DELIVERED", "VALID", "INVALID"],
    DELIVERED: ["VALID", "INVALID"],
    VALID: ["DELIVERED", "INVALID"],
    INVALID: ["DELIVERED", "VALID"],
  },
  invoiceMoves: {
    DRAFT: [],
    SUBMITTED: ["VALID", "INVALID"],
    VALID: ["SUBMITTED", "INVALID"],
    INVALID: ["SUBMITTED", "VALID"],
  },
  rollupMoves: {
    INCOMPLETE: ["VALID", "INVALID"],
    VALID: ["INCOMPLETE", "INVALID"],
    INVALID: ["INCOMPLETE", "VALID"],
  },
} as const;
