import type { KeptRecord } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  CopyButton,
  JsonTree,
  KeyValues,
  MissingRecord,
  type Read,
  RecordPage,
  Shown,
  Time,
  countWords,
  link,
  useCall,
} from '../../kit/kit.ts';
import { operationsOf, toTry, useKept } from './kept.ts';

/** A record with its body, live, and what can be done with it. */
export const OneRecord = ({ collection, ids }: { readonly collection: string; readonly ids: readonly string[] }) => {
  const record = useCall('/records/{collection}/{id}', { path: { collection, id: ids.join('/') } }, [
    'state',
  ]) as Read<KeptRecord>;
  const all = [`All of ${collection}`, link('records', collection)] as const;
  const isGone = record.value.refused?.status === 404;
  return (
    <Shown read={record} missing={<MissingRecord what="record" all={all} />}>
      {({ id, body, version, createdAt, updatedAt }) => (
        <RecordPage
          uuid={id}
          what="record"
          all={all}
          title={
            <>
              {id}
              {isGone && <Badge tone="warn">Deleted</Badge>}
            </>
          }
          intro={
            <>
              {[collection, ...ids.slice(0, -1)].join(' · ')} · created <Time at={createdAt} />
              {version > 1 && (
                <>
                  , {countWords(version - 1, 'change')}, the last <Time at={updatedAt} />
                </>
              )}
            </>
          }
        >
          <div class="record">
            <Card title="Body" actions={<CopyButton text={() => JSON.stringify(body, null, 2)} what="the body" />}>
              <JsonTree value={body} open={3} />
            </Card>
            <Card title="Operations">
              <WhatToDo collection={collection} ids={ids} />
            </Card>
          </div>
        </RecordPage>
      )}
    </Shown>
  );
};

/** The operations that name it in their paths, ready to be sent, and the requests that did. */
const WhatToDo = ({ collection, ids }: { readonly collection: string; readonly ids: readonly string[] }) => {
  const { operations = [] } = useKept().value.value ?? {};
  return (
    <KeyValues
      of={[
        ...operationsOf(operations, collection, true).map(
          (operation) =>
            [
              operation.method,
              <a href={toTry(operation, ids)}>{operation.summary || operation.operationId}</a>,
            ] as const,
        ),
        ['Requests', <a href={link('traffic', { text: ids.at(-1) ?? '' })}>Those that name it</a>],
      ]}
    />
  );
};
