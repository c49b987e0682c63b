import { useSignal } from '@preact/signals';
import { type ComponentType, createElement } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorPanel } from './error-panel.tsx';
import { Skeleton } from './skeleton.tsx';

export type LoadPart = () => Promise<{ readonly default: ComponentType }>;

const loaded = new Map<LoadPart, ComponentType>();

/** A part of the console that is loaded when it is first shown. */
export const Part = ({ load, quiet = false }: { readonly load: LoadPart; readonly quiet?: boolean }) => {
  const state = useSignal<'loading' | 'loaded' | 'failed'>(loaded.has(load) ? 'loaded' : 'loading');
  useEffect(() => {
    load().then(
      (part) => {
        loaded.set(load, part.default);
        state.value = 'loaded';
      },
      () => {
        state.value = 'failed';
      },
    );
  }, [load]);
  if (state.value === 'failed' && !quiet) return <NotLoaded />;
  const part = loaded.get(load);
  return part === undefined ? quiet ? null : <Skeleton rows={6} /> : createElement(part, {});
};

export const NotLoaded = () => (
  <ErrorPanel
    refused={{
      title: 'This screen could not be loaded',
      detail: 'The server may have been updated or stopped since this page was opened. Reload the page.',
    }}
    onRetry={() => location.reload()}
  />
);
