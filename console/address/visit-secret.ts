import { type ReadonlySignal, signal } from '@preact/signals';
import { CONSOLE_PATH } from './address.ts';

const secret = signal<string | undefined>(undefined);

/** The secret of the visitor link that opened the page. */
export const visitSecret: ReadonlySignal<string | undefined> = secret;

/**
 * Takes the secret of a visitor link out of the address, before anything is shown: it stands in the fragment, which no
 * server sees, and must not stay in the history, in a bookmark or on a shared screen.
 */
export const takeVisitSecret = (): void => {
  const take = (): void => {
    if (location.pathname !== `${CONSOLE_PATH}/visit` || location.hash.length < 2) return;
    secret.value = location.hash.slice(1);
    history.replaceState(null, '', location.pathname + location.search);
  };
  take();
  // Another link, pasted into the address of this page.
  addEventListener('hashchange', take);
};

export const forgetVisitSecret = (): void => {
  secret.value = undefined;
};
