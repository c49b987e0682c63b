import type { ExpectationWatch } from '../../engine/scenarios/expectations/expectation-watch.ts';
import type { ActivitySink } from './activity-channel.ts';
import { NOTHING_ELSE } from './scenario-change.ts';

/** Tells changed verdicts: requests and events may change them, and time alone. */
export const watchVerdicts = (
  organization: string,
  expectations: Pick<ExpectationWatch, 'listen' | 'verdictsIn'>,
  sink: Pick<ActivitySink, 'records' | 'push' | 'stir'>,
) => {
  let known = expectations.verdictsIn(organization);
  let isStale = false;

  const mayHaveChanged = (): void => {
    if (!sink.records('scenario')) return;
    isStale = true;
    sink.stir();
  };

  return {
    mayHaveChanged,
    settle: (): void => {
      if (!isStale) return;
      isStale = false;
      const former = known;
      known = expectations.verdictsIn(organization);
      for (const [scenario, verdict] of known)
        if (former.get(scenario) !== verdict)
          sink.push({ kind: 'scenario', data: { ...NOTHING_ELSE, scenario, change: 'verdict', verdict } });
    },
    disconnect: expectations.listen(organization, mayHaveChanged),
  };
};
