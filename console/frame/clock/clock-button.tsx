import type { Clock } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../kit/icon.tsx';
import { toAmount, toDate, toTimeOfDay } from '../../kit/time.tsx';
import { clock, sandboxNow } from '../../server/clock.ts';
import { ClockPanel } from './clock-panel.tsx';

/** Less than this is how long the answer took. */
const AHEAD = 60_000;

const stateOf = ({ frozen, offset }: Clock): string => {
  const ahead = Math.abs(offset) < AHEAD ? '' : `${offset < 0 ? '−' : '+'}${toAmount(Math.abs(offset))}`;
  if (frozen) return 'frozen';
  return ahead === '' ? 'running' : ahead;
};

/** The clock of the sandbox, always in sight; it opens to what moves it. */
export const ClockButton = () => {
  const isOpen = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside(place.current, event.target)) {
        isOpen.value = false;
        if (event instanceof KeyboardEvent) {
          event.stopPropagation();
          button.current?.focus();
        }
      }
    };
    document.addEventListener('mousedown', close);
    document.addEventListener('keydown', close, true);
    return () => {
      document.removeEventListener('mousedown', close);
      document.removeEventListener('keydown', close, true);
    };
  }, [isOpen.value]);
  const now = sandboxNow.value;
  const current = clock.value;
  if (current === undefined) return <span class="clock-button clock-waiting" />;
  return (
    <div class="clock" ref={place}>
      <button
        ref={button}
        type="button"
        class={`clock-button ${current.frozen ? 'clock-frozen' : ''}`}
        aria-expanded={isOpen.value}
        title="Clock of the sandbox, UTC"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name={current.frozen ? 'pause' : 'clock'} />
        <span class="clock-date">{toDate(now)}</span>
        <span class="clock-time">{toTimeOfDay(now)}</span>
        <span class="clock-state">{stateOf(current)}</span>
      </button>
      {isOpen.value && <ClockPanel clock={current} />}
    </div>
  );
};

const isInside = (element: Element | null, target: EventTarget | null): boolean =>
  target instanceof Node && element?.contains(target) === true;
