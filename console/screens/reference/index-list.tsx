import { link, parameter } from '../../address/address.ts';
import { FilterText } from '../../kit/filter-bar.tsx';
import { type Group, SECTIONS, type SectionId, filterGroups } from './sections.ts';

const search = parameter('find');

/** All pages of a section, which a text narrows. */
export const IndexList = ({
  section,
  current,
  groups,
}: {
  readonly section: SectionId;
  readonly current: string | undefined;
  readonly groups: readonly Group[];
}) => {
  const found = filterGroups(groups, search.value);
  return (
    <nav class="reference-index" aria-label="Reference">
      <div class="reference-kinds">
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={link('reference', id)} aria-current={id === section ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </div>
      <FilterText label="Find a page" value={search} />
      {found.length === 0 && <p class="muted small">No page matches.</p>}
      {found.map(({ title, entries }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <a data-row href={entry.href} aria-current={entry.id === current ? 'page' : undefined}>
                  {entry.method !== undefined && <span class="reference-method">{entry.method}</span>}
                  <span>{entry.title}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
};
