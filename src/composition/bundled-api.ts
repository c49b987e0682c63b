import { PERSONAS, createFixtures } from '../edges/files/load-fixtures.ts';
import { OWN_FINDINGS } from '../vat/coaching/detectors.ts';
import { jobHandlers } from '../vat/behaviours.ts';
import type { DrawLinkSecret } from '../vat/invitations/invitation.ts';
import { AUDIENCE, authorize, CAPABILITY_HINT } from '../vat/policy/authorize.ts';
import { RULE_BOOK } from '../vat/policy/rule-book.ts';
import { eventFacts } from '../vat/samples/event-samples.ts';
import { SCENARIO_TEMPLATES } from '../vat/scenarios/define-scenario.ts';
import { SIMULATORS } from '../vat/simulators/simulators.ts';
import { announcements, concernedEndpoint } from '../vat/webhook-endpoints/endpoints.ts';
import { records } from './bundled-records.ts';
import type { ServedApi } from './served-api.ts';

/** The bundled API. */
export const bundledApi = (drawSecret: DrawLinkSecret, publicPath: string): ServedApi => ({
  records,
  jobHandlers,
  populate: createFixtures(drawSecret),
  personas: PERSONAS,
  simulators: SIMULATORS,
  templates: SCENARIO_TEMPLATES,
  facts: eventFacts,
  hasLibrary: true,
  policy: {
    authorize,
    capabilityHint: CAPABILITY_HINT,
    fakes: async () => {
      const { VAT_NAMES, vatGenerators } = await import('../vat/faking/generators.ts');
      const { vatRelationsAt } = await import('../vat/faking/relations.ts');
      return { ...VAT_NAMES, generators: vatGenerators, relations: vatRelationsAt(publicPath) };
    },
    findings: OWN_FINDINGS,
    explanations: RULE_BOOK,
    events: { audience: AUDIENCE, concernedEndpoint, announce: announcements },
  },
});
