import { useEffect } from 'preact/hooks';
import type { Persona } from '../../../src/generated/control-schemas.ts';
import { showToast } from '../../kit/kit.ts';
import { toRefused } from '../../server/call.ts';
import { WATCHING, isWatching } from '../../server/session-state.ts';
import { onStream } from '../../server/stream.ts';
import { useCall } from '../../server/use-call.ts';
import { become } from './personas.tsx';

/** Whose sandbox it is, in the header: to choose another persona is to become it. */
export default () => {
  const personas = useCall('/personas', {});
  useEffect(
    () =>
      onStream('state', (data) => {
        // A persona comes and goes with all the contents of the sandbox.
        if ((data as { readonly reason: string }).reason !== 'changed') personas.again();
      }),
    [],
  );
  const { data = [] } = personas.value.value ?? {};
  if (data.length === 0) return null;
  const active = data.find(({ isActive }) => isActive)?.name ?? '';
  const choose = async (persona: Persona): Promise<void> => {
    try {
      await become(persona, personas.again);
    } catch (error) {
      const { title, detail } = toRefused(error);
      showToast(`${title}. ${detail}`, { tone: 'bad' });
    }
  };
  return (
    <label class="filter persona-choice">
      <select
        aria-label="Persona"
        title={isWatching.value ? WATCHING : 'Who you are in this demonstration'}
        disabled={isWatching.value}
        value={active}
        onChange={({ currentTarget }) => {
          const chosen = data.find(({ name }) => name === currentTarget.value);
          // Until the sandbox is another one, it is what it was.
          currentTarget.value = active;
          if (chosen !== undefined) void choose(chosen);
        }}
      >
        {active === '' && <option value="">No persona</option>}
        {data.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
};
