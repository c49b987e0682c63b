import {
  Badge,
  Button,
  Card,
  List,
  Select,
  WATCHING,
  call,
  isWatching,
  readSession,
  showRefusal,
  showToast,
  useRead,
} from '../../kit/kit.ts';

/** Its ready-made snapshots are the personas that a sandbox can be; one may be what it is. */
const usePersonas = () => {
  // They come and go with all the contents of the sandbox.
  const { data: snapshots = [] } = useRead(() => call('GET /state/snapshots'), 'personas', ['replaced']).value ?? {};
  const personas = snapshots.flatMap(({ name, persona }) => (!persona ? [] : [{ name, ...persona }]));
  return { personas, active: personas.find(({ isActive }) => isActive)?.name };
};

/** Makes the sandbox that of a persona; the undo takes it back. Who it was before has its latest state as a snapshot. */
const become = async (name: string, title: string, active?: string) => {
  const before = active === undefined ? 'before-the-personas' : `as-${active}`;
  await call('PUT /state/snapshots/{name}', { path: { name: before } });
  await call('POST /state/snapshots/{name}/restore', { path: { name } });
  await readSession();
  const undo = async () => {
    await call('POST /state/snapshots/{name}/restore', { path: { name: before } });
    await readSession();
    return 'The sandbox is as it was.';
  };
  return { text: `This sandbox is that of a ${title.toLowerCase()} now.`, undo };
};

/** Whose sandbox it is: one click gives it the organization and the data of a persona. */
export const Personas = () => {
  const { personas, active } = usePersonas();
  if (personas.length === 0) return null;
  return (
    <Card title="Who you are in this demonstration">
      <List of={personas} class="personas">
        {({ name, title, about, organization, counts, countries, kycMode, isActive }) => (
          <>
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
          </>
        )}
      </List>
    </Card>
  );
};

/** Whose sandbox it is, in the header: to choose another persona is to become it. */
export const PersonaChoice = () => {
  const { personas, active } = usePersonas();
  if (personas.length === 0) return null;
  const choices = personas.map(({ name, title }) => [name, title] as const);
  return (
    <label class="filter persona-choice">
      <Select
        aria-label="Persona"
        title={isWatching.value ? WATCHING : 'Who you are in this demonstration'}
        disabled={isWatching.value}
        value={active ?? ''}
        choices={active === undefined ? [['', 'No persona'], ...choices] : choices}
        onPick={(picked) => {
          const chosen = personas.find(({ name }) => name === picked);
          if (chosen !== undefined) void become(chosen.name, chosen.title, active).then(showToast, showRefusal);
        }}
      />
    </label>
  );
};
