// The floor: node:http and nothing else. It answers what it is asked for, and reads bodies without looking at them.
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { description, port } from './serve.ts';

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
};

const receive = (request: IncomingMessage, received: (body: unknown) => void): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    received(JSON.parse(Buffer.concat(chunks).toString()));
  });
};

createServer((request, response) => {
  if (request.method === 'GET') send(response, 200, description.organization);
  else
    receive(request, () => {
      send(response, 201, description.order);
    });
}).listen(port, '127.0.0.1');
