import '../../kit/every-screen.ts';
import { address } from '../../address/address.ts';
import { ExchangeDetail } from './exchange-detail.tsx';
import { ExchangeList } from './exchange-list.tsx';

export default () => {
  const id = address.value.segments[1];
  return (
    <div class={`traffic ${id === undefined ? '' : 'traffic-open'}`}>
      <ExchangeList {...(id === undefined ? {} : { opened: id })} />
      {id !== undefined && <ExchangeDetail key={id} id={id} />}
    </div>
  );
};
