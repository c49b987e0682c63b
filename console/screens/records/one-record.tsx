import type { KeptRecord } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  CopyButton,
  JsonTree,
  KeyValues,
  type Read,
  RecordPage,
  Time,
  countWords,
  link,
  useCall,
} from '../../kit/kit.ts';
import { type Operation, useDescription } from '../../server/description.ts';

interface OfRecord {
  readonly collection: string;
  /** Its id, after those of what contains it. */
  readonly ids: readonly string[];
}

/** A record with its body, live, and what can be done with it. */
export const OneRecord = ({ collection, ids }: OfRecord) => {
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
