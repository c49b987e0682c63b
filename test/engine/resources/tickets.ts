const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: '', ...json(schema) });
const path = (name: string, schema: object = { type: 'string' }) => ({ name, in: 'path', required: true, schema });

const Ticket = {
  type: 'object',
  required: ['id', 'title', 'status', 'createdAt'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', maxLength: 40 },
    note: { type: ['string', 'null'] },
    status: { enum: ['open', 'closed'] },
    secret: { type: 'string', writeOnly: true },
    projectId: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
    updatedAt: { type: 'string', format: 'date-time', readOnly: true },
    version: { type: 'integer', readOnly: true },
  },
};

const NewTicket = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', maxLength: 40 },
    note: { type: ['string', 'null'] },
    status: { enum: ['open', 'closed'] },
    secret: { type: 'string' },
    id: { type: 'integer', readOnly: true },
  },
};

export const ticketPaths = (parent = '') => ({
  [`${parent}/tickets`]: {
    post: { operationId: 'createTicket', requestBody: json(NewTicket), responses: { 201: answer(Ticket) } },
    get: {
      operationId: 'listTickets',
      parameters: [
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50 } },
        { name: 'status', in: 'query', schema: { type: 'string' } },
        { name: 'sort', in: 'query', schema: { type: 'string' } },
      ],
      responses: {
        200: answer({
          type: 'object',
          required: ['data', 'total'],
          properties: { data: { type: 'array', items: Ticket }, total: { type: 'integer' } },
        }),
      },
    },
  },
  [`${parent}/tickets/{ticketId}`]: {
    parameters: [path('ticketId', { type: 'integer' })],
    get: {
      operationId: 'getTicket',
      responses: {
        200: { ...answer(Ticket), headers: { ETag: { schema: { type: 'string' } } } },
        404: answer({ type: 'object' }),
      },
    },
    put: {
      operationId: 'putTicket',
      requestBody: json(NewTicket),
      responses: { 200: answer(Ticket), 201: answer(Ticket), 404: answer({ type: 'object' }) },
    },
    patch: {
      operationId: 'patchTicket',
      parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object' } },
          'application/merge-patch+json': { schema: { type: 'object' } },
          'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } },
        },
      },
      responses: { 200: answer(Ticket), 404: answer({ type: 'object' }), 412: { description: '' } },
    },
    delete: { operationId: 'deleteTicket', responses: { 204: { description: '' }, 404: answer({ type: 'object' }) } },
  },
  [`${parent}/tickets/{ticketId}/close`]: {
    parameters: [path('ticketId', { type: 'integer' })],
    post: { operationId: 'closeTicket', responses: { 200: answer(Ticket), 404: answer({ type: 'object' }) } },
  },
});
