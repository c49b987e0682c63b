import { type RemoteInfo, createSocket } from 'node:dgram';

export interface NameServer {
  /** As a resolver takes it. */
  readonly address: string;
  /** Names asked for so far, each with the type of record: `A receiver.example`. */
  readonly asked: string[];
  readonly stop: () => Promise<void>;
}

/** What a name leads to; undefined: there is no such name; null: no answer at all. */
export type Zone = (name: string) => { readonly addresses: readonly string[]; readonly ttl: number } | null | undefined;

const TYPE_A = 1;

/** A name server on this machine. It knows A records only, and has none of another type. */
export const startNameServer = async (zone: Zone): Promise<NameServer> => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(query);
    asked.push(`${type === TYPE_A ? 'A' : 'AAAA'} ${name}`);
    const found = zone(name);
    if (found === null) return;
    const addresses = type === TYPE_A ? (found?.addresses ?? []) : [];
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(found === undefined ? 0x81_83 : 0x81_80, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) => toRecord(address, found?.ttl ?? 0));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  return {
    address: `127.0.0.1:${String(port)}`,
    asked,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};

const readQuestion = (query: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const toRecord = (address: string, ttl: number): Buffer => {
  const record = Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  record.writeUInt32BE(ttl, 6);
  return record;
};
