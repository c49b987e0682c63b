import { useEffect } from 'preact/hooks';
import type { Persona } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, showRefusal, showToast } from '../../kit/kit.ts';
import { call } from '../../server/call.ts';
import { clockWas, readClock } from '../../server/clock.ts';
import { WATCHING, isWatching } from '../../server/session-state.ts';
import { readSession } from '../../server/session.ts';
import { onStream } from '../../server/stream.ts';
import { useCall } from '../../server/use-call.ts';

/** Whose sandbox it is: one click gives it the organization and the data of a persona. */
export default () => {
  const personas = useCall('/personas', {}, ['state']);
  const { value } = personas.value;
  if (value === undefined || value.data.length === 0) return null;
  return (
    <Card title="Who you are in this demonstration">
      <ul class="personas">
        {value.data.map((persona) => (
          <li key={persona.name}>
            <OnePersona persona={persona} again={personas.again} />
          </li>
        ))}
      </ul>
    </Card>
  );
};

const OnePersona = ({ persona, again }: { readonly persona: Persona; readonly again: () => void }) => {
  const { title, about, organization, counts, countries, kycMode, isActive } = persona;
  return (
    <>
      <div class="row spread">
        <h3>{title}</h3>
        {isActive ? (
          <Badge tone="ok">You are</Badge>
        ) : (
          <Button changes small label={`Become: ${title}`} onClick={() => become(persona, again)}>
            Become
          </Button>
        )}
      </div>
      <p class="small" dir="auto">
        {about}
      </p>
      <p class="tiny muted" dir="auto">
        {organization}, {countries.join(' ')}. {counts.orders} orders, {counts.vehicles} vehicles, {counts.buyers}{' '}
        buyers; {kycMode}.
      </p>
    </>
  );
};

/** Makes the sandbox that of a persona; the toast takes it back. `again` reads what is shown. */
const become = async ({ name, title }: Persona, again: () => void): Promise<void> => {
  const { snapshot, clock } = await call('POST', '/personas/{name}/activate', { path: { name } });
  clockWas(clock);
  await readSession();
  again();
  showToast(`This sandbox is that of a ${title.toLowerCase()} now.`, { undo: () => restore(snapshot, again) });
};

const restore = async (snapshot: string, again: () => void): Promise<void> => {
  await call('POST', '/state/snapshots/{name}/restore', { path: { name: snapshot } });
  await readClock();
  await readSession();
  again();
  showToast('The sandbox is as it was.');
};

/** Whose sandbox it is, in the header: to choose another persona is to become it. */
export const PersonaChoice = () => {
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
          if (chosen !== undefined) void become(chosen, personas.again).catch(showRefusal);
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
