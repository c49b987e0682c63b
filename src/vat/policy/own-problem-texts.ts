import type { ProblemTexts } from '../../engine/problems/problem-text.ts';

/** Additional problem types listed by operations, because the API description has none for these errors. */
export const OWN_TEXTS = {
  'milestone-not-reached': {
    meaning: 'The step comes too early: a step it depends on is not complete.',
    causes: [
      'A payment is submitted before the order has an invoice.',
      'A pickup is confirmed before the order is `READY_FOR_PICKUP`.',
      'A delivery is confirmed, or a pickup revoked, for a VIN whose pickup is not confirmed.',
      'A verification is started for a buyer that is not `SERVICE_LED`.',
    ],
    remedy:
      'Complete the missing step, which `detail` names. Then retry with a new `Idempotency-Key`: the old one replays this response.',
    rule: {
      text: 'The API description has a type for a step that is already complete, but none for a step that comes too early. This type is our own.',
      documented: false,
      assumptions: [
        'milestone-not-reached',
        'order-status-moves',
        'payment-shape',
        'kyc-verification-shape',
        'idempotency-stored-replies',
      ],
    },
  },
  'buyer-blocked': {
    meaning:
      "The buyer's transactions are blocked: a VIES check of its VAT number failed, or the service blocked the buyer.",
    causes: [
      'A VIES check of the buyer failed (see the event `kyc.vies_check_failed`) and none has succeeded since.',
      'The buyer has the status `BLOCKED`.',
    ],
    remedy:
      'If the VAT number is wrong, create a new buyer with the correct one; otherwise request another VIES check and, once it succeeds, retry with a new `Idempotency-Key`. Only the service can unblock a `BLOCKED` buyer: contact support.',
    rule: {
      text: "A failed VIES check blocks the buyer's active transactions. The API description does not say which calls are refused or how, so this type is our own.",
      documented: false,
      assumptions: ['vies-failure-blocks', 'buyer-status-moves', 'idempotency-stored-replies'],
    },
  },
  'invitation-expired': {
    meaning: 'The self-service link has expired.',
    causes: ['The link is more than seven days old and was not used.'],
    remedy:
      'Create a new invitation and send its link to the buyer or prospect. An expired invitation cannot be renewed.',
    rule: {
      text: 'The API description says that invitations expire, but not what an expired link returns. This type is our own.',
      documented: false,
      assumptions: ['self-service-answers', 'invitation-lifetime'],
    },
  },
  'webhook-endpoint-paused': {
    meaning: 'The webhook endpoint is paused, so it receives no deliveries, including replays and tests.',
    causes: [
      'The service paused it after 20 consecutive failed deliveries or 72 hours without a success.',
      'A client set its status to `PAUSED`.',
    ],
    remedy:
      'Fix the receiver, set the status to `ACTIVE` with PATCH, and retry with a new `Idempotency-Key`. You can replay deliveries recorded during the pause from the delivery history.',
    rule: {
      text: 'The API description says when a webhook endpoint is paused, but not what a replay or a test returns then. This type is our own.',
      documented: false,
      assumptions: ['paused-endpoint-policy', 'webhook-patch-fields', 'idempotency-stored-replies'],
    },
  },
} as const satisfies Record<string, ProblemTexts>;
