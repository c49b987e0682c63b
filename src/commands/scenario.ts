import { remote } from './remote/remote.ts';
import type { ScenarioStatus } from '../generated/control-schemas.ts';
import { alignColumns } from './terminal/lines.ts';
import { UsageError } from './terminal/exit-codes.ts';

const toState = ({ active, exhausted }: ScenarioStatus): string => (exhausted ? 'used up' : active ? 'active' : '-');

/** Activates or ends a scenario, or lists all. */
export const run = remote(({ words: [state, name, ...others] }) => {
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
});
