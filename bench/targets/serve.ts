// What the targets by hand have in common: the port and the description that all peers serve, from the command line.
import { readFileSync } from 'node:fs';
import type { PeerDescription } from '../descriptions/peer-description.ts';

const [, , portText = '', file = ''] = process.argv;

export const port = Number(portText);
export const description = JSON.parse(readFileSync(file, 'utf8')) as PeerDescription;
