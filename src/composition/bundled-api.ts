import { PERSONAS, createFixtures } from '../edges/files/load-fixtures.ts';
import { DETECTORS, RECEIVER_RULES, UNDETECTABLE_MISTAKES } from '../vat/coaching/detectors.ts';
import { jobHandlers } from '../vat/behaviours.ts';
import type { DrawLinkSecret } from '../vat/invitations/invitation.ts';
import { AUDIENCE, authorize } from '../vat/policy/authorize.ts';
import { RULE_BOOK } from '../vat/policy/rule-book.ts';
import { eventFacts } from '../vat/samples/event-samples.ts';
import { SCENARIO_TEMPLATES } from '../vat/scenarios/define-scenario.ts';
import { SIMULATORS } from '../vat/simulators/simulators.ts';
import { announcements, concernedEndpoint } from '../vat/webhook-endpoints/endpoints.ts';
import { records } from './bundled-records.ts';
import type { ServedApi } from './served-api.ts';

/** The bundled API. */
export const bundledApi = (drawSecret: DrawLinkSecret): ServedApi => ({
  authorize,
  records,
  jobHandlers,
  populate: createFixtures(drawSecret),
  personas: PERSONAS,
  detectors: DETECTORS,
  receiverRules: RECEIVER_RULES,
  undetectable: UNDETECTABLE_MISTAKES,
  ruleBook: RULE_BOOK,
  simulators: SIMULATORS,
  templates: SCENARIO_TEMPLATES,
  facts: eventFacts,
  events: { audience: AUDIENCE, concernedEndpoint, announce: announcements },
  hasLibrary: true,
});
