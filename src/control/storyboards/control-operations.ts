/** What an action may call of the control API: all that changes one sandbox while its clock stays frozen. */
export const CONTROL_ACTIONS: ReadonlySet<string> = new Set([
  ...['advanceClock', 'goToStatus', 'runSimulator', 'emitEvent', 'setViesOutage', 'changeOrganization'],
  ...['setAssumptions', 'changeAssumptions'],
  ...[
    'uploadScenario',
    'deleteScenario',
    'activateScenario',
    'deactivateScenario',
    'resetScenarios',
    'setScenarioState',
  ],
  ...['registerInbox', 'programInbox', 'deleteInbox', 'setWebhookChaos', 'clearWebhookChaos'],
  ...['rotateWebhookSecret', 'replayDelivery'],
]);

/** What a proof may read of the control API. */
export const CONTROL_READS: ReadonlySet<string> = new Set([
  ...['getClock', 'listAssumptions', 'listEvents', 'listPayments', 'listViesChecks', 'listInvitations'],
  ...['listOrders', 'showOrder', 'listBuyers', 'showBuyer', 'listViesOutages', 'listJobs', 'listOrderMoves'],
  ...['showOrganization', 'listRequests', 'getScenario', 'showExpectations', 'showFindings', 'showCoverage'],
  ...['listDeliveries', 'getDelivery', 'listReceivers', 'getWebhookChaos', 'listInboxes', 'getInbox', 'listMail'],
]);
