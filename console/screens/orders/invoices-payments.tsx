import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { Badge } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { inWords } from '../../kit/in-words.ts';
import { Money, toMoney } from '../../kit/money.tsx';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';

export const InvoicesAndPayments = ({ order }: { readonly order: OrderDetail }) => {
  const { invoices, payments, outstandingAmount, totalAmount } = order;
  return (
    <div class="stack">
      <Card title="Invoices" flush={invoices.length > 0}>
        {invoices.length === 0 ? (
          <p class="muted">No invoice has been submitted.</p>
        ) : (
          <Table
            caption="Invoices"
            rows={invoices}
            id={({ type }) => type}
            columns={[
              { title: 'Number', cell: ({ invoiceNumber }) => invoiceNumber },
              { title: 'Type', cell: ({ type }) => inWords(type) },
              { title: 'Date', cell: ({ invoiceDate }) => invoiceDate },
              {
                title: 'VAT',
                cell: ({ vatIncluded, marginScheme }) =>
                  marginScheme ? 'margin scheme' : vatIncluded ? 'included' : 'not included',
              },
              { title: 'Amount', end: true, cell: ({ amount }) => <Money of={amount} /> },
              {
                title: 'Status',
                cell: ({ status }) => (
                  <Badge tone={status === 'VALID' ? 'ok' : status === 'INVALID' ? 'bad' : 'quiet'}>
                    {inWords(status)}
                  </Badge>
                ),
              },
            ]}
          />
        )}
      </Card>
      <Card
        title="Payments"
        flush={payments.length > 0}
        actions={
          <span class="small muted">
            {outstandingAmount.value === 0
              ? 'paid in full'
              : `${toMoney(outstandingAmount)} of ${toMoney(totalAmount)} outstanding`}
          </span>
        }
      >
        {payments.length === 0 ? (
          <p class="muted">No payment has been submitted.</p>
        ) : (
          <Table
            caption="Payments"
            rows={payments}
            id={({ uuid }) => uuid}
            columns={[
              { title: 'Paid', cell: ({ paidAt }) => <Time at={paidAt} /> },
              { title: 'Reference', cell: ({ reference }) => reference ?? '–' },
              { title: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: 'Amount', end: true, cell: ({ amount }) => <Money of={amount} /> },
            ]}
          />
        )}
      </Card>
    </div>
  );
};
