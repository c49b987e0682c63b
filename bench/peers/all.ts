import { expressAjv, nodeHttp } from './by-hand.ts';
import { jsonServer } from './json-server.ts';
import { mockoon } from './mockoon.ts';
import type { Peer } from './peer.ts';
import { prism, quietPrism } from './prism.ts';
import { scalar } from './scalar.ts';
import { specmatic } from './specmatic.ts';
import { createVatmock, createVatmockWithSpec, createVatmockWithoutState } from './vatmock.ts';
import { wiremock } from './wiremock.ts';

/** In the order of the report. */
export const allPeers = (program: string): readonly Peer[] => [
  createVatmock(program),
  createVatmockWithSpec(program),
  createVatmockWithoutState(program),
  prism,
  quietPrism,
  mockoon,
  wiremock,
  specmatic,
  scalar,
  jsonServer,
  expressAjv,
  nodeHttp,
];
