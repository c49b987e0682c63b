import { connect } from 'node:net';
import type { Attack } from '../attack.ts';

const CONNECTIONS = 3000;

export const idleConnections: Attack = {
  name: 'idle-connections',
  threat: '3,000 connections that send half a head and stay: places, descriptors and memory run out.',
  wanted: 'The number of connections is limited, and the healthy tenant still gets in.',
  play: async (stage) => {
    const { port } = new URL(stage.server.url);
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect({
        host: '127.0.0.1',
        port: Number(port),
        ...(process.platform === 'linux' ? { localAddress: '127.0.0.67' } : {}),
      });
      socket.on('error', () => undefined);
      socket.write('GET /v1/me HTTP/1.1\r\nhost: stub.example\r\nx-slow: ');
      return socket;
    });
    await stage.sleep(2500);
    const open = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length;
    stage.note(`${String(open)} of ${String(CONNECTIONS)} stayed open`);
    for (const socket of sockets) socket.destroy();
  },
};
