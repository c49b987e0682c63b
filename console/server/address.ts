import { computed, signal } from '@preact/signals';

/** Where the console is served: the server may stand below a path. */
export const CONSOLE_PATH = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** Parameters that a link to another screen keeps. */
const KEPT = ['sandbox', 'audience'];

/** `segments` are the parts of the path below the console, decoded: `['orders', '0b1c...']`; without any it is `['start']`. */
const read = () => {
  const segments = location.pathname.slice(CONSOLE_PATH.length).split('/').filter(Boolean).map(decode);
  return { segments: segments.length === 0 ? ['start'] : segments, query: new URLSearchParams(location.search) };
};

/** An address that was typed by hand may be encoded wrongly. */
export const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/** What a reader looks at: reloading or sharing the address shows the same. */
export const address = signal(read());

/** A path with its query, if there is any. */
export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size > 0 ? `${path}?${query.toString()}` : path;

/** An empty value is no parameter. */
const change = (query: URLSearchParams, changes: Readonly<Record<string, string>>): void => {
  for (const [name, value] of Object.entries(changes))
    if (value === '') query.delete(name);
    else query.set(name, value);
};

/** `link('orders', uuid)` is the address of one order; with a query, `link('traffic', { status: '422' })`. */
export const link = (...parts: readonly (string | Readonly<Record<string, string>>)[]): string => {
  const query = new URLSearchParams();
  for (const name of KEPT) change(query, { [name]: address.value.query.get(name) ?? '' });
  let path = '';
  for (const part of parts)
    if (typeof part === 'string') path += `/${encodeURIComponent(part)}`;
    else change(query, part);
  return withQuery(CONSOLE_PATH + (path || '/'), query);
};

/** Goes to an address made by `link`. `replace` leaves no step for the back button: filters use it. */
export const go = (to: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (to === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  address.value = read();
};

/** Adds, changes or removes parameters of the present address. */
export const setQuery = (changes: Readonly<Record<string, string>>, options?: { readonly replace?: boolean }): void => {
  const query = new URLSearchParams(location.search);
  change(query, changes);
  go(withQuery(location.pathname, query), { replace: true, ...options });
};

export interface Parameter {
  value: string;
}

/**
 * A parameter of the address as a signal: reading it subscribes, setting it changes the address without a step back. What is
 * narrowed in another way begins at its first page.
 */
export const parameter = (name: string, otherwise = ''): Parameter => {
  const value = computed(() => address.value.query.get(name) ?? otherwise);
  return {
    get value() {
      return value.value;
    },
    set value(next) {
      setQuery({ page: '', [name]: next === otherwise ? '' : next });
    },
  };
};

/** Links of the console are followed without loading the page; all others, and clicks that open a new tab, are the browser's. */
export const followLinks = (): void => {
  addEventListener('popstate', () => {
    address.value = read();
  });
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (anchor?.origin !== location.origin || anchor.target !== '' || anchor.hasAttribute('download')) return;
    if (anchor.pathname !== CONSOLE_PATH && !anchor.pathname.startsWith(`${CONSOLE_PATH}/`)) return;
    event.preventDefault();
    go(anchor.pathname + anchor.search);
  });
};

/** In the storage of the tab, which ends with it: until the click, a reload shows the same page. */
const KEY = 'vatmock.visit';

/** The secret of the visitor link that opened the page. */
export const visitSecret = signal<string>();

/**
 * Takes the secret of a visitor link out of the address, before anything is shown: it stands in the fragment, which no
 * server sees, and must not stay in the history, in a bookmark or on a shared screen.
 */
export const takeVisitSecret = (): void => {
  const take = (): void => {
    if (location.pathname !== `${CONSOLE_PATH}/visit`) return;
    if (location.hash.length > 1) {
      sessionStorage.setItem(KEY, location.hash.slice(1));
      history.replaceState(null, '', location.pathname + location.search);
    }
    visitSecret.value = sessionStorage.getItem(KEY) ?? undefined;
  };
  take();
  // Another link, pasted into the address of this page.
  addEventListener('hashchange', take);
};

/** The secret has opened the sandbox, or opens nothing any more: a reload shows the page without one. */
export const dropVisitSecret = (): void => sessionStorage.removeItem(KEY);
