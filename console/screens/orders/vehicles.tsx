import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Card } from '../../kit/card.tsx';
import { inWords } from '../../kit/in-words.ts';
import { Money } from '../../kit/money.tsx';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';

type Vehicle = OrderDetail['vins'][number];

const TONES: Readonly<Record<string, Tone>> = { VALID: 'ok', INVALID: 'bad', DELIVERED: 'ok', IN_TRANSIT: 'info' };

/** Vehicles with their way: pickup and delivery per VIN. */
export const Vehicles = ({ order: { vins } }: { readonly order: OrderDetail }) => (
  <Card flush>
    <Table
      caption="Vehicles"
      rows={vins}
      id={({ vin }) => vin}
      columns={[
        { title: 'VIN', cell: ({ vin }) => <code>{vin}</code> },
        { title: 'Vehicle', cell: (vehicle) => <Model vehicle={vehicle} /> },
        { title: 'Price', end: true, cell: ({ purchaseAmount }) => <Money of={purchaseAmount} /> },
        { title: 'Transport', cell: ({ transportStatus }) => <State name={transportStatus} /> },
        { title: 'Pickup', cell: ({ pickup }) => <Stop of={pickup} paper="CMR" /> },
        { title: 'Delivery', cell: ({ delivery }) => <Stop of={delivery} paper="declaration" /> },
        { title: 'Compliance', cell: ({ complianceStatus }) => <State name={complianceStatus} /> },
      ]}
    />
  </Card>
);

const Model = ({ vehicle: { brand, model, mileage, firstRegistrationDate } }: { readonly vehicle: Vehicle }) => (
  <>
    {brand} {model}
    <span class="muted tiny">
      {mileage === undefined ? '' : ` · ${mileage.toLocaleString('en')} km`}
      {firstRegistrationDate === undefined ? '' : ` · ${firstRegistrationDate}`}
    </span>
  </>
);

const State = ({ name }: { readonly name: string }) => <Badge tone={TONES[name] ?? 'quiet'}>{inWords(name)}</Badge>;

const Stop = ({ of, paper }: { readonly of: Vehicle['pickup']; readonly paper: string }) => {
  if (of === undefined) return <span class="muted">–</span>;
  const document = of.cmrDocumentId ?? of.declarationDocumentId;
  return (
    <>
      <Time at={of.confirmedAt} />
      {document !== undefined && <span class="muted tiny"> · with {paper}</span>}
    </>
  );
};
