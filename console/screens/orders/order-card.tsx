import { link } from '../../address/address.ts';
import { inWords } from '../../kit/in-words.ts';
import { Money } from '../../kit/money.tsx';
import { Time } from '../../kit/time.tsx';
import { type OrderSummary, countWords } from './words.ts';

/** An order on the board. */
export const OrderCard = ({ order }: { readonly order: OrderSummary }) => {
  const { uuid, externalOrderId, buyer, vehicles, totalAmount, blockers, blockerCount, nextJob, compliance } = order;
  const [blocker] = blockers;
  return (
    <article class={`order-card order-card-${compliance.toLowerCase()}`}>
      <div class="order-card-head">
        <a class="order-card-link" data-row href={link('orders', uuid)} dir="auto">
          {externalOrderId}
        </a>
        <span class="muted tiny">{inWords(compliance)}</span>
      </div>
      <p class="clip" dir="auto" title={buyer.companyName}>
        {buyer.companyName}, {buyer.country}
      </p>
      <p class="order-card-what">
        <span class="clip" dir="auto">
          {vehicles.count === 1 ? `${vehicles.brand} ${vehicles.model}` : countWords(vehicles.count, 'vehicle')}
        </span>
        <Money of={totalAmount} />
      </p>
      {blocker !== undefined && (
        <p class="order-card-blocker small" dir="auto">
          {blocker.message}
          {blockerCount > 1 && <span class="muted"> +{blockerCount - 1}</span>}
        </p>
      )}
      {nextJob !== null && (
        <p class="muted tiny">
          {nextJob.title} <Time at={nextJob.dueAt} />
        </p>
      )}
    </article>
  );
};
