import { type ReadonlySignal, signal } from '@preact/signals';
import { CONSOLE_PATH } from './address.ts';

/** In the storage of the tab, which ends with it. */
const KEY = 'vatmock.visit';

const secret = signal<string | undefined>(undefined);

/** The secret of the visitor link that opened the page. */
export const visitSecret: ReadonlySignal<string | undefined> = secret;

/**
 * Takes the secret of a visitor link out of the address, before anything is shown: it stands in the fragment, which no
 * server sees, and must not stay in the history, in a bookmark or on a shared screen.
 */
export const takeVisitSecret = (): void => {
  const take = (): void => {
    if (location.pathname !== `${CONSOLE_PATH}/visit`) return;
    if (location.hash.length < 2) {
      secret.value ??= sessionStorage.getItem(KEY) ?? undefined;
      return;
    }
    secret.value = location.hash.slice(1);
    history.replaceState(null, '', location.pathname + location.search);
  };
  take();
  // Another link, pasted into the address of this page.
  addEventListener('hashchange', take);
};

/** Keeps the secret of a link that can be opened for a reload of the page before the click. */
export const keepVisitSecret = (): void => {
  if (secret.value !== undefined) sessionStorage.setItem(KEY, secret.value);
};

/** The secret opens nothing any more: a reload shows the page without one. */
export const dropKeptVisitSecret = (): void => sessionStorage.removeItem(KEY);

export const forgetVisitSecret = (): void => {
  dropKeptVisitSecret();
  secret.value = undefined;
};
