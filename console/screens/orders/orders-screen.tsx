import '../../kit/every-screen.ts';
import { address } from '../../address/address.ts';
import { OneOrder } from './one-order.tsx';
import { OrderBoard } from './order-board.tsx';

export default () => {
  const uuid = address.value.segments[1];
  return uuid === undefined ? <OrderBoard /> : <OneOrder key={uuid} uuid={uuid} />;
};
