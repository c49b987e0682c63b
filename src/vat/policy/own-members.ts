import type { CallerOrganization } from '../../engine/ports/ports.ts';
import type { Json } from '../../kernel/json.ts';

// What the organizations, events and webhook endpoints of this API have besides what the engine knows of them: the engine
// keeps these members and hands them on without reading them.

/** An authorized partner; what is known of the company is for documents that name it. */
export interface CallerSeller {
  readonly uuid: string;
  readonly companyName?: string;
  readonly vatNumber?: string;
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
    readonly dpaAccepted?: boolean;
    /** All authorized partners from now on. */
    readonly sellers?: Organization['sellers'];
  }
}

declare module '../../engine/scenarios/scenario-file.ts' {
  interface OrganizationFile {
    readonly dpaAccepted?: boolean;
  }
}

declare module '../../engine/capsule/capsule.ts' {
  interface CapsuleOrganization {
    readonly dpaAccepted: boolean;
    readonly sellers: readonly Json[];
  }
}

declare module '../../engine/message/event.ts' {
  interface EventScope {
    /** The seller concerned; undefined for events about the organization itself. */
    readonly seller?: string | undefined;
  }
}

declare module '../../engine/webhooks/model/webhook-endpoint.ts' {
  interface EndpointScope {
    /** "Restricts delivery to those sellers"; undefined for all of them. */
    readonly sellers?: readonly string[] | undefined;
  }
}
