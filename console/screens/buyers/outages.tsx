import { useSignal } from '@preact/signals';
import type { components } from '../../../src/generated/admin-types.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { Time } from '../../kit/time.tsx';
import { call } from '../../server/call.ts';
import { type Read, useCall } from '../../server/use-call.ts';

type Simulators = components['schemas']['SimulatorList'];
type ViesOutages = NonNullable<Simulators['vies']>;

/** Switches VIES off and on, as a whole or for a country. */
export const Outages = () => {
  const outages = useCall('/simulators', {}, ['state', 'clock']);
  const isOpen = useSignal(false);
  return (
    <Shown read={outages} rows={1}>
      {({ vies: value }) => {
        if (value === null) return null;
        const down = value.data.filter((entry) => entry.down);
        return (
          <Card
            title={
              <span class="row">
                VIES
                {value.all.down ? (
                  <Badge tone="bad">Down everywhere</Badge>
                ) : down.length === 0 ? (
                  <Badge tone="ok">Up</Badge>
                ) : (
                  <Badge tone="warn">Down for {down.map(({ country }) => country).join(', ')}</Badge>
                )}
              </span>
            }
            actions={
              <>
                <Button
                  small
                  kind="quiet"
                  pressed={isOpen.value}
                  onClick={() => {
                    isOpen.value = !isOpen.value;
                  }}
                >
                  Countries
                </Button>
                <Switch read={outages} country="all" words="everywhere" isDown={value.all.down} />
              </>
            }
          >
            {isOpen.value ? (
              <Countries read={outages} outages={value} />
            ) : (
              <p class="muted small">
                During an outage, checks end without an answer; buyers keep their last result, and the service tries
                again.
                {value.all.until !== null && value.all.down && (
                  <>
                    {' '}
                    It ends <Time at={value.all.until} />.
                  </>
                )}
              </p>
            )}
          </Card>
        );
      }}
    </Shown>
  );
};

const Countries = ({ read, outages }: { readonly read: Read<Simulators>; readonly outages: ViesOutages }) => (
  <ul class="outages">
    {outages.data.map(({ country, buyers, down }) => (
      <li key={country}>
        <b>{country}</b>
        <span class="muted small">
          {buyers} {buyers === 1 ? 'buyer' : 'buyers'}
        </span>
        <Switch read={read} country={country} words={country} isDown={down} />
      </li>
    ))}
  </ul>
);

interface SwitchProps {
  readonly read: Read<Simulators>;
  readonly country: string;
  readonly words: string;
  readonly isDown: boolean;
}

const Switch = ({ read, country, words, isDown }: SwitchProps) => {
  const set = async (down: boolean): Promise<void> => {
    const name = down ? 'vies_outage' : 'vies_recovery';
    await call('POST', '/simulators/{name}/run', { path: { name }, body: country === 'all' ? {} : { country } });
    read.again();
  };
  return (
    <Button
      changes
      small
      pressed={isDown}
      label={`${isDown ? 'End the outage' : 'Switch off'}: VIES ${words}`}
      onClick={async () => {
        await set(!isDown);
        showToast(isDown ? `VIES answers again: ${words}.` : `VIES is down: ${words}.`, {
          undo: () => void set(isDown),
        });
      }}
    >
      {isDown ? 'End the outage' : 'Switch off'}
    </Button>
  );
};
