import type { CallerOrganization } from '../../engine/sdk.ts';

// Members of this API's organizations, events and webhook endpoints that the engine does not know: it stores and passes
// them on without reading them.

/** An authorized partner; company data is for documents that name it. */
export interface CallerSeller {
  readonly uuid: string;
  readonly companyName?: string;
  readonly vatNumber?: string;
  /** Street, post code and city on one line. */
  readonly address?: string;
  readonly country?: string;
}

declare module '../../engine/ports/ports.ts' {
  interface CallerOrganization {
    /** "If the DPA is missing or outdated every call is refused." */
    readonly dpaAccepted: boolean;
    /** The authorized partners. */
    readonly sellers: readonly CallerSeller[];
  }
}

declare module '../../engine/sandbox/organization-change.ts' {
  interface OrganizationChange<Organization extends CallerOrganization = CallerOrganization> {
    readonly name?: string;
    readonly country?: string;
    /** Name of the persona that the sandbox became. */
    readonly persona?: string;
    readonly dpaAccepted?: boolean;
    /** Replaces all authorized partners. */
    readonly sellers?: Organization['sellers'];
  }
}

declare module '../../engine/message/message.ts' {
  interface EventScope {
    /** Seller that the event is about; undefined for events about the organization itself. */
    readonly seller?: string | undefined;
  }
}

declare module '../../engine/webhooks/endpoint.ts' {
  interface EndpointScope {
    /** "Restricts delivery to those sellers"; undefined for no restriction. */
    readonly sellers?: readonly string[] | undefined;
  }
}
