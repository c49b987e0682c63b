import '../../kit/every-screen.ts';
import { address } from '../../address/address.ts';
import { BuyerList } from './buyer-list.tsx';
import { OneBuyer } from './one-buyer.tsx';

export default () => {
  const uuid = address.value.segments[1];
  return uuid === undefined ? <BuyerList /> : <OneBuyer key={uuid} uuid={uuid} />;
};
