import { UNDETECTABLE_MISTAKES } from '../../../vat/policy/undetectable-mistakes.ts';
import type { Watches } from '../../../engine/coaching/watches.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { ok } from '../behaviour/usual-outcomes.ts';

/** Client mistakes against the description, and mistakes that requests cannot show. */
export const showFindings = (watches: Watches) =>
  defineBehaviours({
    showFindings: ({ organization }) => ok({ data: watches.findingsOf(organization), notSeen: UNDETECTABLE_MISTAKES }),
  });
