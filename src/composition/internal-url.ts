import { networkInterfaces } from 'node:os';
import { bracketed } from './address.ts';
import type { Config } from '../config/config.ts';

/** Where other servers of the database reach this one: as the operator says, or at the address that it listens on. */
export const internalUrlOf = ({ internalUrl, host }: Pick<Config, 'internalUrl' | 'host'>, port: number): string =>
  internalUrl ?? `http://${bracketed(isAny(host) ? ownAddress() : host)}:${String(port)}`;

const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The first that other machines may reach. */
const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')?.address ?? '127.0.0.1';
