import { expect, test } from '@jest/globals';
import { runAtOnce } from '../../../src/kernel/time-slices.ts';
import { withSavedIds } from '../../../src/control/recordings/saved-ids.ts';

const [ORDER, BUYER, SELLER] = ['order', 'buyer', 'seller'].map(
  (_name, index) => `4e0b7c1a-0000-4000-8000-00000000000${String(index)}`,
) as [string, string, string];

const save = (calls: Parameters<typeof withSavedIds>[0]) =>
  runAtOnce(
    withSavedIds(calls, { known: new Map([[SELLER, '{{seller}}']]), placeholder: (name) => `{{${name}}}` }),
  ).calls.map(({ request, save: saved }) => [request, saved]);

test('an id of an answer is saved where later calls send it, wherever it stands in them', () => {
  const calls = [
    {
      operationId: 'listOrders',
      request: { path: `/partners/${SELLER}/orders` },
      answer: { data: [{ uuid: BUYER }, { uuid: ORDER, 'a/b': BUYER }] },
    },
    {
      operationId: undefined,
      request: { path: `/orders/${ORDER}`, body: { [ORDER]: [`of ${BUYER}`, 90071992547409931n] } },
      answer: { uuid: ORDER },
    },
  ];
  expect(save(calls)).toEqual([
    [{ path: '/partners/{{seller}}/orders' }, { listOrdersUuid: '/data/0/uuid', listOrdersUuid2: '/data/1/uuid' }],
    [
      {
        path: '/orders/{{listOrdersUuid2}}',
        body: { '{{listOrdersUuid2}}': ['of {{listOrdersUuid}}', 90071992547409931n] },
      },
      {},
    ],
  ]);
});

test('an id that was sent before any answer showed it stays, and so does one that nobody sends', () => {
  const calls = [
    { operationId: 'getOrder', request: { path: `/orders/${ORDER}` }, answer: { uuid: ORDER, buyerId: BUYER } },
    { operationId: 'getOrder', request: { path: `/orders/${ORDER}` }, answer: undefined },
  ];
  expect(save(calls)).toEqual(calls.map(({ request }) => [request, {}]));
});

test('of one answer, as many are saved as a storyboard allows; the others stay', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `wh_${String(index).padStart(20, 'A')}`);
  const [first, second] = save([
    { operationId: 'listWebhooks', request: {}, answer: ids },
    { operationId: 'x', request: { ids }, answer: undefined },
  ]);
  expect(Object.values(first![1]!)).toEqual(ids.slice(0, 10).map((_, index) => `/${String(index)}`));
  expect((second![0] as { readonly ids: readonly string[] }).ids.slice(9)).toEqual([
    '{{listWebhooksId10}}',
    ...ids.slice(10),
  ]);
});
