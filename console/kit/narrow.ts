import { type ReadonlySignal, signal } from '@preact/signals';

const mediaSignal = (query: string): ReadonlySignal<boolean> => {
  const media = matchMedia(query);
  const matches = signal(media.matches);
  media.addEventListener('change', () => {
    matches.value = media.matches;
  });
  return matches;
};

/** Tables are cards. */
export const isNarrow = mediaSignal('(max-width: 600px)');
