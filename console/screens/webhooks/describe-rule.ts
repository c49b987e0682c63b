import type { DeliveryRule } from '../../../src/generated/control-schemas.ts';

const SIGNATURES = {
  stale: 'sign with an old time stamp',
  future: 'sign with a time stamp in the future',
  'wrong-secret': 'sign with another secret',
  'altered-body': 'change the body after signing',
  missing: 'leave the signature out',
};

/** A rule in words: "For compliance.*, send each event 2 times." */
export const describeRule = ({ events, share, ...rule }: DeliveryRule): string => {
  const to = events === undefined ? 'For all events' : `For ${events.join(', ')}`;
  const part = share === undefined ? '' : ` (${String(Math.round(share * 100))} % of them)`;
  const does = [
    ...(rule.outcomes === undefined ? [] : [`let attempts end with ${rule.outcomes.join(', ')}`]),
    ...(rule.downFor === undefined ? [] : [`refuse attempts for ${rule.downFor}`]),
    ...(rule.delay === undefined ? [] : [`delay the first attempt by ${rule.delay}`]),
    ...(rule.duplicate === undefined ? [] : [`send each event ${String(rule.duplicate)} times`]),
    ...(rule.reorder === undefined ? [] : ['send an event after the next one']),
    ...(rule.signature === undefined ? [] : [SIGNATURES[rule.signature]]),
    ...(rule.slowBody === undefined ? [] : [`send the body slowly over ${rule.slowBody.over}`]),
  ];
  return `${to}${part}: ${does.join(', ')}.`;
};
