/** What is left out, as narrowly as Schemathesis lets it be said. */
export interface Exception {
  readonly api: 'api' | 'control';
  readonly operations: readonly string[];
  /** The check, or the whole operation. */
  readonly left: string;
  readonly reason: string;
}

const ACCEPTANCE = 'positive_data_acceptance';

export const EXCEPTIONS: readonly Exception[] = [
  {
    api: 'api',
    operations: [
      'submitInvoice',
      'submitPayment',
      'uploadOrderDocument',
      'confirmPickup',
      'revokePickup',
      'confirmDelivery',
    ],
    left: ACCEPTANCE,
    reason: '422 for what contradicts the order: another currency, VIN or document, a delivery before the pickup.',
  },
  {
    api: 'api',
    operations: ['createWebhook', 'updateWebhook'],
    left: ACCEPTANCE,
    reason: '422 for a URL that the server may not call, and beyond the maximum number of endpoints.',
  },
  {
    api: 'api',
    operations: ['listWebhookDeliveries'],
    left: ACCEPTANCE,
    reason: '422 for a day that does not exist: the pattern of `since` has digits, not a calendar.',
  },
  {
    api: 'api',
    operations: ['updateBuyer', 'updateDocument', 'deleteWebhook'],
    left: ACCEPTANCE,
    reason: '400 for an If-Match that is no list of entity tags, which its schema does not say.',
  },
  {
    api: 'control',
    operations: ['streamJournal', 'listenToDeliveries'],
    left: 'all',
    reason: 'A stream does not end, and Schemathesis waits for the end of each answer.',
  },
  {
    api: 'control',
    operations: ['awaitRequests', 'awaitDeliveries'],
    left: ACCEPTANCE,
    reason: '408 for what did not happen in time, which Schemathesis takes for a refusal.',
  },
  {
    api: 'control',
    operations: ['createSandbox'],
    left: ACCEPTANCE,
    reason: '422 for a fork with sellers, seed or fixtures of its own: a sentence explains it, a schema would not.',
  },
  {
    api: 'control',
    operations: ['emitEvent', 'addReceiver', 'updateReceiver', 'changeAssumptions', 'runSimulator'],
    left: ACCEPTANCE,
    reason: '422 for a name that is not in a list of its own: of events, assumptions, or what a simulator requires.',
  },
  {
    api: 'control',
    operations: ['uploadScenario', 'startShow'],
    left: ACCEPTANCE,
    reason: '422 for what the schema of scenario or storyboard files refuses, which is a file of its own.',
  },
  {
    api: 'control',
    operations: ['validateScenario'],
    left: 'negative_data_rejection',
    reason: '200 for a file that is no scenario: the answer says what is wrong with it.',
  },
  {
    api: 'control',
    operations: ['verifyWebhook'],
    left: ACCEPTANCE,
    reason: '422 without headers and body, or the id of a delivery: a sentence explains it, a schema would not.',
  },
  {
    api: 'control',
    operations: ['createVisitorLink', 'extendVisitorLink'],
    left: ACCEPTANCE,
    reason: '422 for a text that is no duration, and for a start that the server does not have.',
  },
  {
    api: 'control',
    operations: ['advanceClock', 'freezeClock'],
    left: ACCEPTANCE,
    reason: '422 for a time in the past, and for a step of more than ten years.',
  },
  {
    api: 'control',
    operations: ['importState'],
    left: ACCEPTANCE,
    reason: '422 for a state of another version, whose checksum is wrong, or whose records do not fit together.',
  },
  {
    api: 'control',
    operations: ['rotateClientSecret', 'rotateSigningKeys', 'rotateWebhookSecret'],
    left: ACCEPTANCE,
    reason: '422 for a text that is no duration: a sentence explains it, a pattern would not.',
  },
  {
    api: 'control',
    operations: ['listRequests', 'exportRequests'],
    left: ACCEPTANCE,
    reason: '422 for an operation that the description of the API does not have.',
  },
  {
    api: 'control',
    operations: ['activateScenario'],
    left: ACCEPTANCE,
    reason: '422 for a state that no step of the scenario uses.',
  },
  {
    api: 'control',
    operations: ['findRequests'],
    left: ACCEPTANCE,
    reason: '422 for a key that is no JSON Pointer, and for an expression that is none.',
  },
];
