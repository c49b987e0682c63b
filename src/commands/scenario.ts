import { remote } from './remote/remote.ts';
import type { ScenarioStatus } from '../generated/control-schemas.ts';
import { alignColumns } from './terminal/align-columns.ts';
import { UsageError } from './terminal/usage-error.ts';

const toState = ({ active, exhausted }: ScenarioStatus): string => (exhausted ? 'used up' : active ? 'active' : '-');

/** Activates or ends a scenario, or lists all. */
export const command = remote(
  {
    about: `Activates a scenario for every call to the sandbox, from its beginning, or ends it. Without an argument, lists the scenarios and
marks the active ones.

  vatmock scenario
  vatmock scenario on lost-answer
  vatmock scenario off lost-answer`,
    notes:
      'Exit codes: 0 success, 1 the scenario does not exist, or the server refuses or is unreachable, 2 invalid command line.',
    wordChoices: ['on', 'off'],
  },
  ({ words: [state, name, ...others] }) => {
    if (state !== undefined && state !== 'on' && state !== 'off')
      throw new UsageError(`"${state}" is neither on nor off, as in: scenario on lost-answer`);
    if (others.length > 0 || (state !== undefined && name === undefined))
      throw new UsageError(`scenario ${String(state)} needs one scenario; "vatmock scenario" lists all`);
    return async (server, print) => {
      if (name === undefined) {
        const { data } = (await server.json('GET', '/scenarios')) as { readonly data: readonly ScenarioStatus[] };
        print(...alignColumns(data.map((one) => [one.name, toState(one), one.teaches ?? ''])));
        return;
      }
      const path = `/scenarios/${encodeURIComponent(name)}/${state === 'on' ? 'activate' : 'deactivate'}`;
      const changed = (await server.json('POST', path)) as ScenarioStatus;
      print(changed.active ? `${name} now applies to every call to the sandbox.` : `${name} is not active.`);
      if (changed.active && changed.client !== null) print(`A correct client: ${changed.client}`);
    };
  },
);
