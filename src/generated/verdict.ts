/** spec/verdict.yaml, made by "npm run generate". */
export const VERDICT = {
  conditions: {
    vies: {
      sentence: "VIES confirms the VAT number of the buyer.",
      codes: ["VIES_INVALID", "VIES_PENDING"],
      quote: "`PENDING` or `UNKNOWN` while VIES is unreachable; `VALID` and `INVALID` also occur",
      assumption: "vies-outcomes",
    },
    kyc: {
      sentence: "The service has verified the identity of the buyer.",
      codes: ["KYC_REJECTED", "KYC_PENDING"],
      quote: "the service runs full identity verification and AML checks and produces a profile",
      assumption: "kyc-verification-outcome",
    },
    "buyer-active": {
      sentence: "The buyer is not blocked.",
      codes: ["BUYER_BLOCKED"],
      assumption: "buyer-status-moves",
    },
    invoice: {
      sentence: "An invoice has been submitted.",
      codes: ["PRELIMINARY_INVOICE_MISSING"],
      quote: "Invoice: submit preliminary and final invoice data and documents.",
      assumption: "compliance-rules",
    },
    "final-invoice": {
      sentence: "The final invoice has been submitted.",
      codes: ["FINAL_INVOICE_MISSING"],
      quote: "Invoice: submit preliminary and final invoice data and documents.",
      assumption: "invoice-rules",
      afterArrival: true,
    },
    "final-invoice-amount": {
      sentence: "The amount of the final invoice matches the total of the order.",
      codes: ["FINAL_INVOICE_AMOUNT_DIFFERS"],
      assumption: "invoice-comparison",
      afterArrival: true,
    },
    "final-invoice-vat": {
      sentence: "The final invoice includes VAT if the supply is taxed, and none if it is exempt.",
      codes: ["VAT_ON_EXEMPT_INVOICE", "VAT_MISSING_ON_INVOICE"],
      quote:
        "`VALID_EXPORT` (VAT exemption applies) or `VAT_APPLICABLE` (VAT must be applied on the final invoice)",
      assumption: "invoice-comparison",
      afterArrival: true,
    },
    "invoice-document": {
      sentence: "The document of the invoice that counts has been uploaded.",
      codes: ["INVOICE_DOCUMENT_MISSING"],
      quote: "Invoice: submit preliminary and final invoice data and documents.",
      assumption: "compliance-evidence",
    },
    payment: {
      sentence: "The order is paid in full.",
      codes: ["PAYMENT_MISSING"],
      quote: "Payment: submit proof of payment and trigger pickup readiness.",
      assumption: "payment-amounts",
    },
    "proof-of-payment": {
      sentence: "A proof of payment has been uploaded.",
      codes: ["PROOF_OF_PAYMENT_MISSING"],
      quote: "Payment: submit proof of payment and trigger pickup readiness.",
      assumption: "compliance-evidence",
    },
    pickup: {
      sentence: "The pickup of each vehicle is confirmed.",
      codes: ["PICKUP_MISSING"],
      quote: "Transport: confirm pickup and delivery with CMR and declarations.",
      assumption: "compliance-rules",
    },
    "pickup-declaration": {
      sentence: "A pickup declaration covers each vehicle.",
      codes: ["PICKUP_DECLARATION_MISSING"],
      quote: "Transport: confirm pickup and delivery with CMR and declarations.",
      assumption: "compliance-evidence",
    },
    cmr: {
      sentence: "A signed CMR covers each vehicle.",
      codes: ["CMR_MISSING"],
      quote: "Transport: confirm pickup and delivery with CMR and declarations.",
      assumption: "compliance-evidence",
    },
    delivery: {
      sentence: "The delivery of each vehicle is confirmed.",
      codes: ["DELIVERY_MISSING"],
      quote: "Transport: confirm pickup and delivery with CMR and declarations.",
      assumption: "compliance-rules",
      afterArrival: true,
    },
    "delivery-declaration": {
      sentence: "A delivery declaration covers each vehicle.",
      codes: ["DELIVERY_DECLARATION_MISSING"],
      quote: "Transport: confirm pickup and delivery with CMR and declarations.",
      assumption: "compliance-evidence",
      afterArrival: true,
    },
  },
  blockers: {
    VIES_INVALID: {
      operationId: "requestViesCheck",
      remedy: "Request a VIES check of the buyer that succeeds.",
    },
    "VIES_PENDING/PENDING": {
      message: "The VIES check of the buyer has no result yet.",
      operationId: null,
      remedy: "VIES answers within 30 seconds of the sandbox’s clock: advance it.",
    },
    VIES_PENDING: {
      message: "VIES is unreachable; the check of the buyer is repeated automatically.",
      operationId: null,
      remedy: "VIES is asked again every five minutes until the outage ends.",
    },
    "VIES_PENDING/UNKNOWN": {
      message: "VIES is unreachable; the check of the buyer is repeated automatically.",
      operationId: null,
      remedy: "VIES is asked again every five minutes until the outage ends.",
    },
    KYC_REJECTED: {
      operationId: "startKycVerification",
      remedy: "Start another verification of the buyer, which succeeds.",
    },
    "KYC_PENDING/PENDING": {
      message: "The verification of the buyer is in progress.",
      operationId: null,
      remedy: "The verification ends on the sandbox’s clock: advance it.",
    },
    KYC_PENDING: {
      message: "The verification of the buyer has not been started.",
      operationId: "startKycVerification",
      remedy: "Start the verification of the buyer.",
    },
    "KYC_PENDING/NOT_STARTED": {
      message: "The verification of the buyer has not been started.",
      operationId: "startKycVerification",
      remedy: "Start the verification of the buyer.",
    },
    BUYER_BLOCKED: {
      operationId: null,
      remedy: "Only the service unblocks a buyer: run buyer_unblocked.",
    },
    PRELIMINARY_INVOICE_MISSING: {
      message: "No invoice has been submitted.",
      operationId: "submitInvoice",
      remedy: "Submit the preliminary invoice.",
    },
    FINAL_INVOICE_MISSING: {
      message: "The final invoice has not been submitted.",
      operationId: "submitInvoice",
      remedy: "Submit the final invoice.",
    },
    FINAL_INVOICE_AMOUNT_DIFFERS: {
      operationId: "submitInvoice",
      remedy: "Submit the final invoice again, corrected.",
    },
    VAT_ON_EXEMPT_INVOICE: {
      operationId: "submitInvoice",
      remedy: "Submit the final invoice again, corrected.",
    },
    VAT_MISSING_ON_INVOICE: {
      operationId: "submitInvoice",
      remedy: "Submit the final invoice again, corrected.",
    },
    INVOICE_DOCUMENT_MISSING: {
      operationId: "uploadOrderDocument",
      remedy: "Upload the document of the invoice, as INVOICE.",
    },
    "INVOICE_DOCUMENT_MISSING/PRELIMINARY": {
      message: "The document of the preliminary invoice has not been uploaded.",
    },
    "INVOICE_DOCUMENT_MISSING/FINAL": {
      message: "The document of the final invoice has not been uploaded.",
    },
    PAYMENT_MISSING: {
      operationId: "submitPayment",
      remedy: "Submit a payment of the outstanding amount.",
    },
    PROOF_OF_PAYMENT_MISSING: {
      message: "The proof of payment has not been uploaded.",
      operationId: "uploadOrderDocument",
      remedy: "Upload the proof of payment, as PROOF_OF_PAYMENT.",
    },
    PICKUP_MISSING: {
      message: "The pickup has not been confirmed.",
      operationId: "confirmPickup",
      remedy: "Confirm the pickup of the vehicle.",
    },
    PICKUP_DECLARATION_MISSING: {
      message: "The pickup declaration has not been uploaded.",
      operationId: "uploadOrderDocument",
      remedy: "Upload the pickup declaration, as PICKUP_DECLARATION.",
    },
    CMR_MISSING: {
      message: "The signed CMR has not been uploaded.",
      operationId: "uploadOrderDocument",
      remedy: "Upload the signed CMR, as CMR.",
    },
    DELIVERY_MISSING: {
      message: "The delivery has not been confirmed.",
      operationId: "confirmDelivery",
      remedy: "Confirm the delivery of the vehicle.",
    },
    DELIVERY_DECLARATION_MISSING: {
      message: "The delivery declaration has not been uploaded.",
      operationId: "uploadOrderDocument",
      remedy: "Upload the delivery declaration, as DELIVERY_DECLARATION.",
    },
  },
  vatRules: {
    "order-not-valid": {
      when: "the rollup is `INVALID`: VIES does not confirm the number of the buyer, or the service has rejected or blocked it",
      article: "138(1)(b)",
      decision: "VAT_APPLICABLE",
      assumption: "vat-applicable-rules",
      fixture: "vies-failed",
    },
    "seller-outside-the-eu": {
      when: "the prefix of the seller's VAT number does not belong to a member state",
      article: "32, 138(1)",
      decision: "VAT_APPLICABLE",
      assumption: "seller-vat-number",
      fixture: "",
      dependsOnSeller: true,
    },
    "leaves-the-eu": {
      when: "the buyer's address is in a third country, or in a part of a member state that counts as one: an export, whose proof (customs documents) is not part of this workflow",
      article: "146(1), 6",
      decision: "VAT_APPLICABLE",
      assumption: "vat-territories",
      fixture: "leaves-the-eu",
    },
    "domestic-sale": {
      when: "the seller's VAT number belongs to the same member state as the buyer's VAT number or address",
      article: "2(1)(a), 138(1)",
      decision: "VAT_APPLICABLE",
      assumption: "domestic-sale",
      fixture: "domestic-sale",
      dependsOnSeller: true,
    },
    "margin-scheme": {
      when: "the invoice uses the margin scheme (the final invoice, or the preliminary one until then)",
      article: "139(3)",
      decision: "VAT_APPLICABLE",
      assumption: "margin-scheme",
      fixture: "margin-scheme",
    },
    "new-means-of-transport": {
      when: "a vehicle is a new means of transport (at most 6,000 km, or first registered at most six months before the pickup)",
      article: "138(1) and (2)(a), 2(2)(b)",
      decision: "VALID_EXPORT",
      assumption: "new-means-of-transport",
      fixture: "new-vehicle",
    },
    "intra-community-supply": {
      when: "none of the above: used vehicles, supplied to a buyer registered in another member state",
      article: "138(1)",
      decision: "VALID_EXPORT",
      assumption: "vat-applicable-rules",
      fixture: "two-vehicles",
    },
  },
  warnings: {
    DATED_IN_FUTURE: {
      when: "an invoice, a payment, a pickup or a delivery is dated later than the clock of the sandbox, by more than five minutes (a date: by more than a day)",
      source: "what has not happened cannot be proven",
    },
    EVIDENCE_OLDER_THAN_FACT: {
      when: "a document that counts was uploaded before the invoice, payment, pickup or delivery that it proves",
      source: "evidence follows what it proves",
    },
    DELIVERED_LATE: {
      when: "a vehicle was delivered after the tenth day of the month that follows its pickup",
      source:
        "Implementing Regulation (EU) 282/2011, Article 45a(1)(b)(i): until then the acquirer's statement of arrival is due. No limit is set to the transport itself (Court of Justice, C-84/09)",
    },
  },
} as const;
