import { type Behaviours, defineBehaviours, type JobContext } from '../../src/index.ts';

interface Ticket {
  id?: string;
  subject: string;
}

interface Api {
  getTicket: {
    method: 'GET';
    path: { ticketId: string };
    query: { fields?: string };
    header: object;
    body: undefined;
    responses: { 200: Ticket; '4XX': { message: string } };
  };
  createTicket: {
    method: 'POST';
    path: object;
    query: object;
    header: object;
    body: Ticket;
    responses: { 201: Ticket; 204: undefined };
  };
}

export const typed = {
  getTicket: ({ path, query, records }) => {
    const ticket = records.of<Ticket>('tickets').get(path.ticketId);
    if (query.fields === 'all') return { status: 418, body: { message: 'Too many.' } };
    return ticket && { status: 200, body: ticket };
  },
  createTicket: async ({ body, records, emit, problem, schedule }) => {
    if (body.subject === '') throw problem(422);
    emit('ticket.created', body, { after: 'PT1H' });
    schedule('close', { ticketId: body.id }, { after: 'P3D', id: 'x' });
    const inserted = await records.of<Ticket>('tickets').insert({ subject: body.subject });
    return body.id === undefined ? { status: 204 } : { status: 201, body: inserted, headers: { 'x-a': 'b' } };
  },
  jobs: {
    close: ({ data, records }: JobContext<{ ticketId: string }>) => {
      records.of<Ticket>('tickets').update(data.ticketId, { subject: 'closed' });
    },
    none: ({ cancel }) => {
      cancel('x');
    },
  },
} satisfies Behaviours<Api>;

defineBehaviours<Api>(typed);

// @ts-expect-error there is no such operation
defineBehaviours<Api>({ getTickets: () => undefined });

// @ts-expect-error the description has no 200 of it
defineBehaviours<Api>({ createTicket: () => ({ status: 200, body: { subject: 'x' } }) });

// @ts-expect-error a ticket has a subject
defineBehaviours<Api>({ createTicket: () => ({ status: 201, body: { id: 'x' } }) });

defineBehaviours<Api>({
  // @ts-expect-error the path has no such parameter
  getTicket: ({ path }) => ({ status: 200, body: { subject: path.id } }),
});

defineBehaviours<Api>({
  getTicket: ({ records }) => {
    // @ts-expect-error GET reads, and changes nothing
    records.of('tickets').remove('1');
    return undefined;
  },
});

defineBehaviours<Api>({
  // @ts-expect-error GET sends no events
  getTicket: ({ emit }) => {
    void emit;
    return undefined;
  },
});

defineBehaviours<Api>({
  getTicket: ({ records }) => {
    // @ts-expect-error GET changes nothing, so it need not ask for a version
    records.of('tickets').checkVersion('1');
    return undefined;
  },
});

defineBehaviours<Api>({
  jobs: {
    close: ({ data, cancel }) => {
      // @ts-expect-error a job says what its data are
      cancel(data.ticketId);
    },
  },
});
