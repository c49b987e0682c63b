import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { RecordCollections } from '../../src/generated/control-schemas.ts';
import { Icon, call, go, link } from '../kit/kit.ts';

const LEAST = 2;
const SETTLE = 160;

/** Finds orders, buyers and requests by id, VIN, VAT number or name. */
export const SearchBox = () => {
  const hits = useSignal<readonly Hit[]>();
  const at = useSignal(0);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef('');
  const timer = useRef<number>(undefined);
  const id = useId();

  const search = async (text: string) => {
    asked.current = text;
    if (text.length < LEAST) {
      hits.value = undefined;
      return;
    }
    const found = await find(text).catch(() => []);
    // An answer that was overtaken is old.
    if (asked.current !== text) return;
    at.value = 0;
    hits.value = found;
  };
  const close = () => {
    clearTimeout(timer.current);
    asked.current = '';
    hits.value = undefined;
  };
  const choose = (hit: Hit) => {
    close();
    if (input.current !== null) {
      input.current.value = '';
      input.current.blur();
    }
    go(placeOf(hit));
  };
  const press = (event: KeyboardEvent) => {
    const all = hits.value ?? [];
    const hit = all[at.value];
    if (event.key === 'Escape') {
      close();
      input.current?.blur();
    } else if (event.key === 'Enter' && hit !== undefined) choose(hit);
    else if (event.key === 'ArrowDown') at.value = Math.min(all.length - 1, at.value + 1);
    else if (event.key === 'ArrowUp') at.value = Math.max(0, at.value - 1);
    else return;
    event.preventDefault();
  };
  const isOpen = hits.value !== undefined;
  return (
    <div class="search">
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="text"
        class="search-input"
        data-search
        role="combobox"
        aria-label="Search orders, buyers, VINs, VAT numbers, ids"
        aria-expanded={isOpen}
        aria-controls={`${id}-hits`}
        aria-activedescendant={
          hits.value !== undefined && hits.value.length > 0 ? `${id}-${String(at.value)}` : undefined
        }
        placeholder="Order, buyer, VIN, VAT number, id"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          const text = currentTarget.value.trim();
          timer.current = setTimeout(() => void search(text), SETTLE);
        }}
        onKeyDown={press}
        onBlur={() =>
          // Who has come back meanwhile is typing.
          setTimeout(() => {
            if (document.activeElement !== input.current) close();
          }, 150)
        }
      />
      <kbd class="search-key" aria-hidden="true">
        /
      </kbd>
      <div id={`${id}-hits`} class="search-hits" role="listbox" aria-label="Found" hidden={!isOpen}>
        {hits.value?.length === 0 && (
          <p class="search-none" role="option" aria-selected="false">
            Nothing has this id, VIN, VAT number or name
          </p>
        )}
        {hits.value?.map((hit, index) => (
          <div
            key={`${hit.kind} ${hit.id}`}
            id={`${id}-${String(index)}`}
            role="option"
            class="search-hit"
            aria-selected={index === at.value}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(hit);
            }}
          >
            <span class="search-kind">{hit.kind}</span>
            <span class="clip" dir="auto">
              {hit.title}
            </span>
            {hit.detail !== undefined && (
              <span class="small muted clip" dir="auto">
                {hit.detail}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
};

type Hit = NonNullable<RecordCollections['hits']>[number];

const find = async (text: string): Promise<readonly Hit[]> =>
  (await call('GET /records', { query: { search: text } })).hits ?? [];

/** Where each kind of hit is shown; any other is looked for in the traffic. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  order: ['orders'],
  buyer: ['buyers'],
  request: ['traffic'],
  webhook: ['webhooks', 'endpoints'],
  delivery: ['webhooks', 'deliveries'],
};

const placeOf = ({ kind, id }: Hit): string => {
  const place = PLACES[kind];
  return place === undefined ? link('traffic', { text: id }) : link(...place, id);
};
