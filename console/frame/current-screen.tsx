import { useSignal, useSignalEffect } from '@preact/signals';
import { type ComponentType, createElement } from 'preact';
import { address, link } from '../address/address.ts';
import { EmptyState } from '../kit/empty-state.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { NotLoaded } from '../kit/part.tsx';
import { type Screen, SCREENS } from './screens.ts';

export const screenOf = (segments: readonly string[]): Screen | undefined =>
  SCREENS.find(({ path }) => path === segments[0]);

const loaded = new Map<string, ComponentType>();

/** The screen that the address names. */
export const CurrentScreen = () => {
  const { segments } = address.value;
  const screen = screenOf(segments);
  const shown = useSignal<string | undefined>(undefined);
  const failed = useSignal(false);
  useSignalEffect(() => {
    const wanted = screenOf(address.value.segments);
    if (wanted === undefined) return;
    document.title = `${wanted.title} · vatmock`;
    failed.value = false;
    if (loaded.has(wanted.path)) {
      shown.value = wanted.path;
      return;
    }
    wanted.load().then(
      (part) => {
        loaded.set(wanted.path, part.default);
        shown.value = wanted.path;
      },
      () => {
        failed.value = true;
      },
    );
  });
  if (screen === undefined && segments[0] === 'audience') return null;
  if (screen === undefined)
    return (
      <EmptyState icon="search" title="There is no such screen" isPage>
        <p>
          The address may be cut short. <a href={link()}>Go to Start</a>
        </p>
      </EmptyState>
    );
  const part = loaded.get(screen.path);
  // The value subscribes: a screen that has just been loaded is rendered.
  if (shown.value === screen.path && part !== undefined) return createElement(part, { key: screen.path });
  if (failed.value) return <NotLoaded />;
  return <Skeleton rows={6} />;
};
