import { effect, signal } from '@preact/signals';
import type { Finding, StreamedDelivery } from '../../src/generated/control-schemas.ts';
import {
  Icon,
  WATCHING,
  address,
  call,
  confirmDialog,
  inWords,
  isForeign,
  isWatching,
  link,
  onTold,
  set,
  showRefusal,
  showToast,
  stopAll,
} from '../kit/kit.ts';
import { type Screen, offeredScreens } from './screens.ts';

/**
 * What is new on a screen since it was last looked at, by its path: how many, what they are for screen readers ("new
 * exchanges"), and whether one needs a person.
 */
const counts = signal<
  Readonly<Record<string, { readonly number: number; readonly what: string; readonly isUrgent: boolean }>>
>({});

const count = (path: string, what: string, isUrgent = false): void => {
  // Whoever looks at the screen sees it.
  if (address.peek().segments[0] === path) return;
  const before = counts.value[path];
  counts.value = {
    ...counts.value,
    [path]: { number: (before?.number ?? 0) + 1, what, isUrgent: isUrgent || before?.isUrgent === true },
  };
};

/** Counts until it is stopped. */
export const startCounts = (): (() => void) => {
  const stops = [
    onTold('exchange', () => count('traffic', 'new exchanges')),
    onTold('delivery', (data) => {
      if ((data as StreamedDelivery).status === 'FAILED') count('webhooks', 'failed deliveries', true);
    }),
    onTold('finding', (data) => count('report', 'new findings', (data as Finding).certain)),
    onTold('forgotten', set(counts, {})),
    effect(() => {
      const [path = ''] = address.value.segments;
      if (counts.peek()[path] !== undefined)
        counts.value = Object.fromEntries(Object.entries(counts.peek()).filter(([each]) => each !== path));
    }),
  ];
  return stopAll([...stops, set(counts, {})]);
};

/** Left on a wide screen. At the bottom of a narrow one: five items, and above them what stands below the open one. */
export const Navigation = () => (
  <nav class="navigation" aria-label="Screens">
    <Items of={offeredScreens()} within={undefined} />
    <Reset />
  </nav>
);

const Items = ({ of, within }: { readonly of: readonly Screen[]; readonly within: string | undefined }) => (
  <ul>
    {of
      .filter((screen) => screen.within === within)
      .map(({ path, letter }) => (
        <li key={path}>
          <a
            href={link(path)}
            aria-current={path === address.value.segments[0] ? 'page' : undefined}
            title={`${inWords(path)} (g ${letter})`}
          >
            <Icon name={path} />
            <span class="navigation-title">{inWords(path)}</span>
            {newOn(path)}
          </a>
          {of.some((screen) => screen.within === path) && <Items of={of} within={path} />}
        </li>
      ))}
  </ul>
);

const newOn = (path: string) => {
  const { [path]: count } = counts.value;
  return (
    count && (
      <span class={`navigation-count ${count.isUrgent ? 'navigation-urgent' : ''}`}>
        {count.number > 99 ? '99+' : count.number}
        <span class="unseen"> {count.what}</span>
      </span>
    )
  );
};

/** Where the state from before the last reset is kept. */
const BEFORE = 'before-the-reset';

const reset = async (): Promise<void> => {
  const isSure = await confirmDialog({
    text: `${isForeign.value ? 'Records and webhooks' : 'Orders, buyers, webhooks and documents'} go back to the initial data, and the clock to now. Journal, coverage and findings are emptied.`,
    verb: 'Reset the sandbox',
    danger: true,
  });
  if (!isSure) return;
  // A sandbox that is too large for a snapshot is reset without a way back.
  const canUndo = await call('PUT /state/snapshots/{name}', { path: { name: BEFORE } }).then(
    () => true,
    () => false,
  );
  await call('POST /reset');
  const text = 'The sandbox is as new';
  const undo = async () => {
    await call('POST /state/snapshots/{name}/restore', { path: { name: BEFORE } });
    return 'Records and clock are back; the journal stays empty';
  };
  showToast(canUndo ? { text, undo } : text);
};

export const Reset = ({ small }: { readonly small?: boolean }) => (
  <button
    type="button"
    class={small ? 'shell-reset' : ''}
    {...(isWatching.value ? { disabled: true, title: WATCHING } : {})}
    onClick={() => void reset().catch(showRefusal)}
  >
    <Icon name="reset" />
    <span>Reset …</span>
  </button>
);
