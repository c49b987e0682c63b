/** spec/simulators.yaml, made by "npm run generate". */
export const SIMULATORS = {
  vies_recheck_failed_in_transit: {
    title: "Let a VIES re-check fail in transit",
    summary: "A VIES re-check of the buyer fails while the vehicles are in transit.",
    requires: "an order in TRANSPORT_IN_PROGRESS whose buyer is VIES-valid",
    needs: ["orderUuid"],
    takes: ["reason"],
  },
  vies_check_failed: {
    title: "Let VIES report the VAT number as invalid",
    summary: "VIES reports the VAT number of a buyer as invalid.",
    requires: "a buyer whose VIES result is not INVALID",
    needs: ["buyerUuid"],
    takes: ["reason"],
  },
  vies_check_passed: {
    title: "Let VIES confirm the VAT number",
    summary:
      "VIES confirms the VAT number of a buyer: a failure is resolved and open orders are reassessed.",
    requires: "a buyer whose VIES result is not VALID",
    needs: ["buyerUuid"],
    takes: [],
  },
  vies_outage: {
    title: "Take VIES down",
    summary: "VIES is down for all countries or for one, for a given time or until vies_recovery.",
    requires: "nothing",
    needs: [],
    takes: ["country", "duration"],
  },
  vies_recovery: {
    title: "Bring VIES back",
    summary: "VIES is back; pending checks are repeated within five minutes.",
    requires: "nothing",
    needs: [],
    takes: ["country"],
  },
  kyc_rejected: {
    title: "Reject the verification of the buyer",
    summary: "The running verification of a SERVICE_LED buyer ends in REJECTED.",
    requires: "a buyer whose verification is PENDING",
    needs: ["buyerUuid"],
    takes: ["reason"],
  },
  buyer_blocked: {
    title: "Block the buyer",
    summary: "The service blocks a buyer; its open orders become INVALID.",
    requires: "a buyer that is ACTIVE",
    needs: ["buyerUuid"],
    takes: [],
  },
  buyer_unblocked: {
    title: "Lift the block of the buyer",
    summary: "The service lifts the block of a buyer; its open orders are reassessed.",
    requires: "a buyer that is BLOCKED",
    needs: ["buyerUuid"],
    takes: [],
  },
} as const;
