import { useEffect } from 'preact/hooks';
import type { Snapshot } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  Select,
  WATCHING,
  call,
  clockWas,
  isWatching,
  onTold,
  readClock,
  readSession,
  showRefusal,
  showToast,
  useCall,
} from '../../kit/kit.ts';

/** Its ready-made snapshots are the personas that a sandbox can be. */
const choicesIn = (snapshots: readonly Snapshot[] = []) =>
  snapshots.flatMap(({ name, persona }) => (persona === null ? [] : [{ name, ...persona }]));

/** Makes the sandbox that of a persona; the undo takes it back. Who it was before has its latest state as a snapshot. */
const become = async (name: string, title: string, active?: string) => {
  const before = active === undefined ? 'before-the-personas' : `as-${active}`;
  await call('PUT', '/state/snapshots/{name}', { path: { name: before } });
  const { clock: now } = await call('POST', '/state/snapshots/{name}/restore', { path: { name } });
  clockWas(now);
  await readSession();
  const undo = async () => {
    await call('POST', '/state/snapshots/{name}/restore', { path: { name: before } });
    await readClock();
    await readSession();
    return 'The sandbox is as it was.';
  };
  return { text: `This sandbox is that of a ${title.toLowerCase()} now.`, undo };
};

/** Whose sandbox it is: one click gives it the organization and the data of a persona. */
export default () => {
  const data = choicesIn(useCall('/state/snapshots', {}, ['state']).value.value?.data);
  if (data.length === 0) return null;
  const active = data.find(({ isActive }) => isActive)?.name;
  return (
    <Card title="Who you are in this demonstration">
      <ul class="personas">
        {data.map(({ name, title, about, organization, counts, countries, kycMode, isActive }) => (
          <li key={name}>
            <div class="row spread">
              <h3>{title}</h3>
              {isActive ? (
                <Badge tone="ok">You are</Badge>
              ) : (
                <Button changes small label={`Become: ${title}`} onClick={() => become(name, title, active)}>
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
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Whose sandbox it is, in the header: to choose another persona is to become it. */
export const PersonaChoice = () => {
  const snapshots = useCall('/state/snapshots', {}, []);
  useEffect(
    () =>
      onTold('state', (data) => {
        // A persona comes and goes with all the contents of the sandbox.
        if ((data as { readonly reason: string }).reason !== 'changed') snapshots.again();
      }),
    [],
  );
  const data = choicesIn(snapshots.value.value?.data);
  if (data.length === 0) return null;
  const active = data.find(({ isActive }) => isActive)?.name;
  const choices = data.map(({ name, title }) => [name, title] as const);
  return (
    <label class="filter persona-choice">
      <Select
        aria-label="Persona"
        title={isWatching.value ? WATCHING : 'Who you are in this demonstration'}
        disabled={isWatching.value}
        value={active ?? ''}
        choices={active === undefined ? [['', 'No persona'], ...choices] : choices}
        onPick={(picked) => {
          const chosen = data.find(({ name }) => name === picked);
          if (chosen !== undefined) void become(chosen.name, chosen.title, active).then(showToast, showRefusal);
        }}
      />
    </label>
  );
};
