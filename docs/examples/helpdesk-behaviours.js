// What the help desk does beyond what is kept: --spec helpdesk.yaml --behaviours helpdesk-behaviours.js

const toEvent = (type, ticket, { random, now }) => ({ id: random.uuid(), type, createdAt: now.toISOString(), ticket });

export default {
  printLabel: ({ path: { ticketId }, records, problem }) => {
    const ticket = records.of('tickets').get(ticketId);
    if (ticket === undefined) throw problem(404);
    const headers = { 'content-disposition': `attachment; filename="${ticketId}.txt"` };
    return { status: 200, body: `${ticket.title}\n`, headers };
  },

  escalateTicket: ({ path: { ticketId }, records, problem }) => {
    const tickets = records.of('tickets');
    tickets.checkVersion(ticketId);
    const ticket = tickets.update(ticketId, { priority: 'high' });
    if (ticket === undefined) throw problem(404);
    return { status: 200, body: ticket };
  },

  // Neither returns anything: the response is the usual one.
  solveTicket: ({ path: { ticketId }, records, emit, schedule, ...tools }) => {
    const ticket = records.of('tickets').get(ticketId);
    if (ticket === undefined) return;
    emit('ticket.closing', toEvent('ticket.closing', ticket, tools), { after: 'P2D', id: `warn/${ticketId}` });
    schedule('closeSolved', { ticketId }, { after: 'P3D', id: `close/${ticketId}` });
  },
  addComment: ({ path: { ticketId }, cancel }) => {
    cancel(`warn/${ticketId}`);
    cancel(`close/${ticketId}`);
  },

  jobs: {
    closeSolved: ({ data: { ticketId }, records, emit, ...tools }) => {
      const ticket = records.of('tickets').update(ticketId, { status: 'closed' });
      if (ticket !== undefined) emit('ticket.closed', toEvent('ticket.closed', ticket, tools));
    },
  },
};
