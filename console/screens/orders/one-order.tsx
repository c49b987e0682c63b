import { link, parameter } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { inWords } from '../../kit/in-words.ts';
import { JsonTree } from '../../kit/json-tree.tsx';
import { MissingRecord } from '../../kit/missing-record.tsx';
import { toMoney } from '../../kit/money.tsx';
import { Page } from '../../kit/page.tsx';
import { RecordActions } from '../../kit/record-actions.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Tabs } from '../../kit/tabs.tsx';
import { useCall } from '../../server/use-call.ts';
import { ComplianceRules } from './compliance-rules.tsx';
import { Documents } from './documents.tsx';
import { ExportFile } from './export-file.tsx';
import { InvoicesAndPayments } from './invoices-payments.tsx';
import { Milestones } from './milestones.tsx';
import { MovesCard } from './moves-card.tsx';
import { Timeline } from './timeline.tsx';
import { Vehicles } from './vehicles.tsx';
import {
  type OrderDetail,
  complianceTone,
  countWords,
  decisionTone,
  decisionWords,
  statusTone,
  statusWords,
} from './words.ts';

const tab = parameter('tab');

const allOrders = () => ({ title: 'All orders', href: link('orders') });

/** An order with all that belongs to it. */
export const OneOrder = ({ uuid }: { readonly uuid: string }) => {
  const order = useCall('/orders/{uuid}', { path: { uuid } }, ['state', 'clock', 'delivery']);
  return (
    <Shown read={order} missing={<MissingRecord what="order" all={allOrders()} />}>
      {(value) => <Whole order={value} />}
    </Shown>
  );
};

const Whole = ({ order }: { readonly order: OrderDetail }) => {
  const { uuid, externalOrderId, buyer, vehicles, totalAmount, status, compliance, decision, seller } = order;
  return (
    <Page
      title={
        <span class="row" dir="auto">
          {externalOrderId}
          <Badge tone={statusTone(status)}>{statusWords(status)}</Badge>
          {decision === null ? (
            <Badge tone={complianceTone(compliance)}>{inWords(compliance)}</Badge>
          ) : (
            <Badge tone={decisionTone(decision)}>{decisionWords(decision)}</Badge>
          )}
        </span>
      }
      intro={
        <span class="order-intro">
          <a href={link('buyers', buyer.uuid)}>{buyer.companyName}</a>, {buyer.country} ·{' '}
          {countWords(vehicles.count, 'vehicle')} · {toMoney(totalAmount)} · sold by{' '}
          {seller.companyName ?? 'a former seller'}
        </span>
      }
      actions={<RecordActions uuid={uuid} what="order" all={allOrders()} />}
    >
      <Milestones order={order} />
      <Tabs label="Parts of the order" chosen={tab} tabs={partsOf(order)} />
    </Page>
  );
};

/** The first is what the reader has come for: the Export File, or the way there. */
const partsOf = (order: OrderDetail) => [
  ...(order.exportFile === null ? [] : [exportFileOf(order, order.exportFile)]),
  { id: 'next', title: 'What can happen now', content: () => <MovesCard order={order} /> },
  { id: 'vehicles', title: titled('Vehicles', order.vins.length), content: () => <Vehicles order={order} /> },
  {
    id: 'invoices',
    title: titled('Invoices and payments', order.invoices.length + order.payments.length),
    content: () => <InvoicesAndPayments order={order} />,
  },
  { id: 'documents', title: titled('Documents', order.documentCount), content: () => <Documents order={order} /> },
  {
    id: 'compliance',
    title: titled('Compliance', order.rules.filter(({ state }) => state === 'not_met').length + order.warnings.length),
    content: () => <ComplianceRules order={order} />,
  },
  { id: 'timeline', title: titled('Timeline', order.timelineCount), content: () => <Timeline order={order} /> },
  {
    id: 'json',
    title: 'JSON',
    content: () => (
      <Card>
        <JsonTree value={order} />
      </Card>
    ),
  },
];

const exportFileOf = (order: OrderDetail, of: NonNullable<OrderDetail['exportFile']>) => ({
  id: 'export-file',
  title: 'Export File',
  content: () => <ExportFile order={order} of={of} />,
});

const titled = (title: string, count: number) => (
  <>
    {title} <span class="muted">{count === 0 ? '' : count}</span>
  </>
);
