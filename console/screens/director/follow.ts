import { effect } from '@preact/signals';
import { go, link } from '../../address/address.ts';
import { currentShow } from './show.ts';

/** The address of what a step says to look at, such as `orders/4e0b...` or `traffic?status=422`. */
export const toLook = (look: string, more: Readonly<Record<string, string>> = {}): string => {
  const { pathname, searchParams } = new URL(look, 'https://console.invalid/');
  return link(...pathname.split('/').filter(Boolean).map(decodeURIComponent), {
    ...Object.fromEntries(searchParams),
    ...more,
  });
};

/** Goes to what each step of the show says to look at, when the show comes to it. */
export const followShow = (): (() => void) => {
  let last = '';
  return effect(() => {
    const { show } = currentShow.value;
    // While a step makes its calls, what to look at may not be there yet.
    if (show === undefined || show?.status === 'playing') return;
    const at = show === null ? '' : `${show.storyboard} ${String(show.played)}`;
    const look = show?.current?.look ?? null;
    if (at !== last && look !== null) go(toLook(look));
    last = at;
  });
};
