import type { Persona } from '../../../src/generated/control-schemas.ts';
import '../../kit/every-screen.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { useCall } from '../../server/use-call.ts';
import { become } from './become.ts';

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
