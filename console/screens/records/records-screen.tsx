import type { KeptRecord, RecordList as Listed } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  type Column,
  CopyButton,
  EmptyState,
  FilterBar,
  FilterText,
  JsonTree,
  KeyValues,
  List,
  Page,
  type Read,
  RecordPage,
  Resource,
  Shown,
  Time,
  address,
  countWords,
  link,
  parameter,
  shownPage,
  useCall,
} from '../../kit/kit.ts';
import { type Operation, text, toNode, useDescription } from '../../server/description.ts';

/** What the server has for any API, beside the resources of the description. */
const OTHER = 'jobs';

export default () => {
  const [, collection, ...ids] = address.value.segments;
  const collections = useCall('/records');
  return collection !== undefined && ids.length > 0 ? (
    <OneRecord key={ids.join('/')} collection={collection} ids={ids} />
  ) : (
    <Page title="Records" intro="What the calls of your client have created, as the server keeps it.">
      <Shown read={collections}>
        {({ data }) => (
          <Collections names={data.map(({ name }) => name).filter((name) => name !== OTHER)} chosen={collection} />
        )}
      </Shown>
    </Page>
  );
};

/** More than this are looked through by their names. */
const MANY = 12;

const find = parameter('find');

/** Of many collections, the one that the address names is in view. */
const showIt = (element: HTMLElement | null): void => element?.closest('nav')?.scrollTo(0, element.offsetTop - 100);

/** The collections of the description, and beside them the records of one; of the first, if the address names none. */
const Collections = ({
  names,
  chosen = names[0],
}: {
  readonly names: readonly string[];
  readonly chosen: string | undefined;
}) => {
  if (chosen === undefined || !names.includes(chosen))
    return (
      <EmptyState icon="records" title="Nothing is kept here">
        No operation of the description creates what another one reads, or the server was started with{' '}
        <code>--state none</code>: responses are generated. <a href={link('records')}>All records</a>
      </EmptyState>
    );
  const list = <RecordList key={chosen} collection={chosen} />;
  if (names.length === 1) return list;
  return (
    <div class="reference">
      <nav class="reference-index" aria-label="Collections">
        {names.length > MANY && <FilterText label="Find a collection" value={find} />}
        <List of={names.filter((name) => name.toLowerCase().includes(find.value.toLowerCase()))}>
          {(name) => (
            <a
              href={link('records', name, { find: find.value })}
              {...(name === chosen ? { 'aria-current': 'page', ref: showIt } : {})}
            >
              {name}
            </a>
          )}
        </List>
      </nav>
      {list}
    </div>
  );
};

const search = parameter('q');

const RecordList = ({ collection }: { readonly collection: string }) => {
  const query = { q: search.value || undefined, page: shownPage(), limit: 50 };
  const records = useCall('/records/{collection}', { path: { collection }, query }) as Read<
    Listed & { readonly data: readonly KeptRecord[] }
  >;
  return (
    <div class="stack records">
      <FilterBar>
        <FilterText label="Id, or any text in a record" value={search} />
      </FilterBar>
      <Resource
        read={records}
        what={['record', 'records']}
        filters={[search]}
        none={
          <Card>
            <EmptyState icon="records" title="No records yet">
              What your client creates appears here. <a href={link('reference')}>Try an operation</a>
            </EmptyState>
          </Card>
        }
        table={{
          href: ({ parents, id }) => link('records', collection, ...parents, id),
          columns: columnsOf(records.value?.data ?? []),
        }}
      />
    </div>
  );
};

/** As many members as fit beside what each record has. */
const SHOWN = 4;

/** Characters that need no more than a narrow column: a status, a number. */
const SHORT = 12;

/** The first members that are no objects, lists or links, and say what no other column does. */
const columnsOf = (records: readonly KeptRecord[]): readonly Column<KeptRecord>[] => {
  const members = records.flatMap(({ body, id, parents, createdAt, updatedAt }) =>
    Object.entries(toNode(body)).flatMap(([name, value]) =>
      typeof value === 'object' ||
      /^https?:/.test(text(value)) ||
      [id, ...parents, createdAt, updatedAt].includes(text(value))
        ? []
        : [name],
    ),
  );
  const isNested = records.some(({ parents }) => parents.length > 0);
  return [
    ['Id', 'id', 'clip'],
    ...(isNested ? [['Within', ({ parents }: KeptRecord) => parents.join(', '), 'clip'] as const] : []),
    ...[...new Set(members)].slice(0, SHOWN).map((name) => {
      const cell = ({ body }: KeptRecord): string => text(toNode(body)[name]);
      return [name, cell, records.every((each) => cell(each).length <= SHORT) ? 'short' : 'clip'] as const;
    }),
    ['Version', 'version', 'end'],
    ['Created', 'createdAt', 'clip-end'],
  ];
};

interface OfRecord {
  readonly collection: string;
  /** Its id, after those of what contains it. */
  readonly ids: readonly string[];
}

/** A record with its body, live, and what can be done with it. */
const OneRecord = ({ collection, ids }: OfRecord) => {
  const path = { collection, id: ids.join('/') };
  const record = useCall('/records/{collection}/{id}', { path }) as Read<KeptRecord>;
  return (
    <RecordPage
      read={record}
      uuid={ids.at(-1) ?? ''}
      what="record"
      all={[`All of ${collection}`, link('records', collection)]}
      title={({ id }) => (
        <>
          {id}
          {record.refused?.status === 404 && <Badge tone="warn">Deleted</Badge>}
        </>
      )}
      intro={({ version, createdAt, updatedAt }) => (
        <>
          {[collection, ...ids.slice(0, -1)].join(' · ')} · created <Time at={createdAt} />
          {version > 1 && (
            <>
              , {countWords(version - 1, 'change')}, the last <Time at={updatedAt} />
            </>
          )}
        </>
      )}
    >
      {({ body }) => (
        <div class="record">
          <Card title="Body" actions={<CopyButton text={() => JSON.stringify(body, null, 2)} what="the body" />}>
            <JsonTree value={body} />
          </Card>
          <Card title="Operations">
            <Operations collection={collection} ids={ids} />
          </Card>
        </div>
      )}
    </RecordPage>
  );
};

/** The operations that name it in their paths, ready to be sent, and the requests that did. */
const Operations = ({ collection, ids }: OfRecord) => {
  const { operations = [] } = useDescription('api').value ?? {};
  return (
    <KeyValues
      of={[
        ...operations
          .filter(({ path }) => collectionOf(path) === collection)
          .map((each) => [each.method, <a href={toTry(each, ids)}>{each.summary}</a>] as const),
        ['Requests', <a href={link('traffic', { text: ids.at(-1) ?? '' })}>Those that name it</a>],
      ]}
    />
  );
};

/** Of the last item that a path names; a collection has the name of its path without parameters. */
const collectionOf = (path: string): string =>
  path
    .slice(0, path.lastIndexOf('}') + 1)
    .split('/')
    .filter((segment) => /^[^{]/.test(segment))
    .join('.');

/** To trying an operation, with the ids in its path; not every path names all that contains the record. */
const toTry = ({ id, path }: Operation, ids: readonly string[]): string => {
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = '']) => name);
  const own = ids.slice(-names.length);
  return link('reference', 'api', id, Object.fromEntries(names.map((name, at) => [`path:${name}`, own[at] ?? ''])));
};
