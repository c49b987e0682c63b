import { expect, test } from '@jest/globals';
import { toNetwork } from '../../../src/edges/http/sender-network.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, ''],
])('the network of %s is %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});
