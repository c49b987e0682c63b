// A description that has nothing to do with our API: tickets, and the events about them.

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const sent = (schema: object, more: object = {}) => ({
  post: { requestBody: json(schema, more), responses: { 200: { description: 'Taken' } } },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const one = { 200: { description: 'The ticket', ...json(ref('Ticket')) } };
const parameters = [{ name: 'ticketId', in: 'path', required: true, schema: { type: 'string' } }];

interface Wishes {
  /** `x-emits` of `createTicket`. */
  readonly emits?: readonly string[];
  readonly webhooks?: object;
}

export const describeDesk = ({ emits, webhooks = {} }: Wishes = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Desk', version: '1' },
  servers: [{ url: '/v1' }],
  security: [{ token: [] }],
  paths: {
    '/tickets': {
      post: {
        operationId: 'createTicket',
        ...(emits === undefined ? {} : { 'x-emits': emits }),
        requestBody: { required: true, ...json(ref('NewTicket')) },
        responses: { 201: { description: 'Created', ...json(ref('Ticket')) } },
        callbacks: {
          ticketChanged: {
            '{$request.body#/callbackUrl}': sent({
              type: 'object',
              required: ['ticket'],
              properties: { ticket: ref('Ticket') },
            }),
          },
        },
      },
    },
    '/tickets/{ticketId}': {
      parameters,
      get: { operationId: 'getTicket', responses: one },
      patch: { operationId: 'changeTicket', requestBody: json(ref('NewTicket')), responses: one },
      delete: { operationId: 'deleteTicket', responses: { 204: { description: 'Gone' } } },
    },
    '/tickets/{ticketId}/close': { parameters, post: { operationId: 'closeTicket', responses: one } },
  },
  webhooks: {
    'ticket.created': sent(ref('TicketEvent')),
    'ticket.closed': sent(ref('TicketEvent')),
    TicketDeleted: sent(ref('Ticket'), {
      examples: { gone: { value: { id: 't1', subject: 'Gone', status: 'closed', createdAt: '2026-01-01T00:00:00Z' } } },
    }),
    'desk.opened': sent({ type: 'object', required: ['desk'], properties: { desk: { type: 'string' } } }),
    ...webhooks,
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      NewTicket: {
        type: 'object',
        properties: { subject: { type: 'string' }, callbackUrl: { type: 'string', format: 'uri' } },
      },
      Ticket: {
        type: 'object',
        required: ['id', 'subject', 'status', 'createdAt'],
        properties: {
          id: { type: 'string', readOnly: true },
          subject: { type: 'string' },
          status: { type: 'string', enum: ['open', 'closed'] },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
      TicketEvent: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'type', 'occurred_at', 'data'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          type: { type: 'string' },
          occurred_at: { type: 'string', format: 'date-time' },
          data: { type: 'object', required: ['ticket'], properties: { ticket: ref('Ticket') } },
        },
      },
    },
  },
});
