// Made by "npm run generate" from spec/ and src/config: edit those.
import type { Parsed } from '../kernel/json.ts';
export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller's organization
         * @description Discloses the authorized partners and the capabilities. The response has Cache-Control hints; caching it for five minutes is recommended. Fields beyond those are not shown.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/buyers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        /**
         * List the buyers of a seller
         * @description Listed with the buyer operations, without its shape. Newest first unless `sort` says otherwise.
         */
        get: operations["listBuyers"];
        put?: never;
        /**
         * Create or sync a buyer
         * @description Upsert by (sellerId, vatNumber). An identical body returns 200 with the existing buyer, a different one 409 with the current resource; change a buyer with PATCH. `MARKETPLACE_LED` needs the capability `allowMarketplaceLedKyc`. The status of a creation is not shown. A VIES check starts on creation.
         */
        post: operations["upsertBuyer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/buyers/{buyerId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        /**
         * Read a buyer
         * @description Listed with the buyer operations, without its shape. Send the ETag in the `If-Match` of PATCH.
         */
        get: operations["getBuyer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a buyer
         * @description All fields are optional. `kycMode` only goes from `MARKETPLACE_LED` to `SERVICE_LED`. An `If-Match` that differs from the current version returns 409 with the current resource. A refused `kycMode` returns 422 here; its status is not shown.
         */
        patch: operations["updateBuyer"];
        trace?: never;
    };
    "/partners/{sellerId}/buyers/{buyerId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        /**
         * List the KYC documents of a buyer
         * @description All documents of the buyer, including archived ones, oldest first. The operation is not shown.
         */
        get: operations["listBuyerDocuments"];
        put?: never;
        /**
         * Upload a KYC document
         * @description Uploading KYC documents is a documented step; its path and shape are not shown. Documents are append-only, and the latest `ACTIVE` one of a type counts.
         */
        post: operations["uploadBuyerDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/buyers/{buyerId}/vies-checks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the VAT number in VIES
         * @description Running a VIES check is a documented step; its path and shape are not shown. Checks run asynchronously and do not block other operations: the response is `PENDING`; the result follows later, on the sandbox clock.
         */
        post: operations["requestViesCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/buyers/{buyerId}/vies-checks/{checkId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
                /**
                 * @description The VIES check.
                 * @example 93b0f7d5-6e2a-4c81-b4f9-0a5d8e1c7263
                 */
                checkId: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        /**
         * Read a VIES check
         * @description The state of one check. While VIES is unreachable, the result is `PENDING`, then `UNKNOWN`.
         */
        get: operations["getViesCheck"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/buyers/{buyerId}/kyc/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a service-led verification
         * @description Mode B: the service verifies identity and runs AML checks. The step is documented; its path and shape are not shown. The outcome follows later, on the sandbox clock, with the event `kyc.verification_completed`.
         */
        post: operations["startKycVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/buyers/{buyerId}/kyc/verifications/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
                /**
                 * @description The verification session.
                 * @example ad41c8f6-0e97-4b25-8d3a-7c6f1b9e2054
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        /**
         * Read a service-led verification
         * @description The state of one verification session. The operation is not shown.
         */
        get: operations["getKycVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buyers/{id}/kyc/self-service-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The buyer to invite.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                id: components["parameters"]["InvitedBuyerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a buyer to submit KYC data
         * @description Creates a link for the buyer. The operation is mentioned without its shape. The `url` ends with the token for the public operations.
         */
        post: operations["createKycInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/prospects/self-service-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link for prospect onboarding
         * @description Creates a link through which a prospect of this seller can register. The operation is not shown.
         */
        post: operations["createProspectInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/prospects": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        /**
         * List the prospects of a seller
         * @description The operation is not shown; the fields of a prospect are. Newest first unless `sort` says otherwise.
         */
        get: operations["listProspects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/prospects/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The prospect.
                 * @example 0e5c8b2f-d794-4a61-b8e3-5f1d7c9a6042
                 */
                uuid: components["parameters"]["ProspectUuid"];
            };
            cookie?: never;
        };
        /**
         * Read a prospect
         * @description A prospect as submitted through the public flow. Status values other than `SUBMITTED` are not shown.
         */
        get: operations["getProspect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/self-service/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
                 * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
                 */
                token: components["parameters"]["InvitationToken"];
            };
            cookie?: never;
        };
        /**
         * Open a self-service link
         * @description Public: the token in the path is the only credential. An unknown link returns 404, a used or an expired one 409 with different types. The public flow is documented; its operations are not shown.
         */
        get: operations["getSelfServiceInvitation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/self-service/{token}/kyc": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
                 * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
                 */
                token: components["parameters"]["InvitationToken"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit KYC data through a link
         * @description Public. Marks the link as used: the event `self_service_invitation.used` follows, and a second submission returns 409. A link of the other kind returns 404.
         */
        post: operations["submitSelfServiceKyc"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/self-service/{token}/prospect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
                 * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
                 */
                token: components["parameters"]["InvitationToken"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a prospect through a link
         * @description Public. Creates the prospect and marks the link as used: the events `self_service_invitation.used` and `prospect.submitted` follow.
         */
        post: operations["submitSelfServiceProspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an order
         * @description Natural key (sellerId, externalOrderId): the same body again returns 200, a different one 409. More than one VIN needs the capability `allowMultiVinOrders`. An unknown `buyerId` returns 404 here; its status is not shown.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/orders/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        /**
         * Read an order
         * @description Listed with the order operations, without its shape; the fields of an order are documented.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find orders by VIN
         * @description All matches within the authorized partners; a VIN may appear in several orders over time. Mentioned without its shape. Without `vin` it lists every order of the authorized partners.
         */
        get: operations["findOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{uuid}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order
         * @description Possible before the VALID or INVALID verdict; afterwards cancellation is restricted and goes through support. Mentioned without its shape.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/orders/{uuid}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        /**
         * List the documents of an order
         * @description All documents of the order, including archived ones, oldest first. The operation is not shown.
         */
        get: operations["listOrderDocuments"];
        put?: never;
        /**
         * Upload a document of an order
         * @description Invoices, proof of payment, CMR notes and declarations are documented steps; the path and shape of their upload are not shown. A replacement supersedes a lost document; archive the old one with PATCH.
         */
        post: operations["uploadOrderDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/orders/{uuid}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        /**
         * List the invoices of an order
         * @description At most one preliminary and one final invoice. The operation is not shown.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Submit invoice data
         * @description Upsert by (order uuid, type): an order holds at most one preliminary and one final invoice. How the type is chosen, which fields are required and which status is returned are not shown.
         */
        post: operations["submitInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/partners/{sellerId}/orders/{uuid}/payment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit proof of payment
         * @description Submitting proof of payment, which triggers pickup readiness, is a documented step; its path and shape are not shown. Payment in full makes the order `READY_FOR_PICKUP`. No `Location`, because no operation returns a single payment.
         */
        post: operations["submitPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transport/pickup/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the pickup
         * @description Confirming pickup with CMR and declarations is a documented step; its path and shape are not shown. Needs an order that is ready for pickup.
         */
        post: operations["confirmPickup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transport/pickup/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a confirmed pickup
         * @description Takes a reason and is audited; afterwards the pickup can be confirmed again with corrected data. Mentioned without its shape.
         */
        post: operations["revokePickup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transport/delivery/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the delivery
         * @description Confirming delivery with CMR and declarations is a documented step; its path and shape are not shown. Some VINs delivered while others are in transit makes the transport `PARTIAL`.
         */
        post: operations["confirmDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{uuid}/transport": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        /**
         * Read the transport of an order
         * @description Overall and per-VIN transport state. The operation is not shown.
         */
        get: operations["getTransport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{uuid}/compliance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        /**
         * Read the compliance rollup of an order
         * @description Poll it, or subscribe to `compliance.*`. Named without its shape; status, decision, version, blockers and viesResult are documented values.
         */
        get: operations["getOrderCompliance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{uuid}/export-file": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        /**
         * Find the Export File of an order
         * @description The Export File is a PDF, generated when the final verdict is reached and again after a correction. The operation is not shown; it returns the data of the event `export_file.generated`, and 404 before the verdict.
         */
        get: operations["getExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document.
                 * @example 60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        /**
         * Read a document record
         * @description The record without its content. The operation is not shown.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Archive a document
         * @description Sets the old record to `ARCHIVED` after a replacement upload. Named without its path and shape.
         */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/documents/{id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document.
                 * @example 60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        /**
         * Download a document
         * @description The caller must be authorized for the partner that owns the document; KYC documents also need the capability `allowKycDocumentDownload`. Content type and body of the response are not shown: it has the media type that the upload said, which may be any.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints
         * @description Every registered webhook endpoint, without secrets. The shape of the list is not shown.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description The only response with the signing `secret`. A root `*` is refused. Without `partnerIds`, events of every authorized partner are delivered. An organization has at most 20 webhook endpoints. The success status is not shown.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description Shows its status, never its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook endpoint
         * @description Removes the webhook endpoint; pending deliveries to it are dropped. The success status is not shown.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change or reactivate a webhook endpoint
         * @description `status: ACTIVE` reactivates a paused webhook endpoint. Other body fields and the success status are not shown.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries to a webhook endpoint
         * @description Delivery history of the last 30 days, newest first unless `sort` says otherwise.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery. Any string is looked up, so a wrong one returns 404.
                 * @example del_01JBE2A5S8D1F4G7H0J3K6Q9WX
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description Sends the original payload again, with the same event id and a fresh signature time stamp. POST is the documented method, although the event catalogue once lists GET. The body of the response is not shown.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Delivers a synthetic event, signed like real ones, with `data` forwarded verbatim. It appears in the delivery history whatever the subscriptions are. The success status is not shown.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "compliance.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The compliance status of an order changed
         * @description The rollup moved from one status to another; leaving `VALID`, it lists the active blockers.
         */
        post: operations["onComplianceStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "compliance.decision_made": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The final verdict on an order was reached
         * @description The decision is terminal unless data is corrected and compliance is recomputed.
         */
        post: operations["onComplianceDecisionMade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.vies_check_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A VIES check of a buyer failed
         * @description Blocks the active transactions of the buyer; open orders flip to `INVALID` unless it is resolved.
         */
        post: operations["onKycViesCheckFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "kyc.verification_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A service-led verification has its outcome
         * @description The buyer was verified or rejected.
         */
        post: operations["onKycVerificationCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export_file.generated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An Export File was generated
         * @description Fires on every generation, first and regenerations.
         */
        post: operations["onExportFileGenerated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "prospect.submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A prospect was submitted
         * @description Caused by a public self-service link.
         */
        post: operations["onProspectSubmitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "self_service_invitation.used": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A self-service link was used
         * @description A notification only; fetch the buyer or the prospect.
         */
        post: operations["onSelfServiceInvitationUsed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "self_service_invitation.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A self-service link expired
         * @description Its lifetime ended unused.
         */
        post: operations["onSelfServiceInvitationExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.endpoint_auto_paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A webhook endpoint was paused
         * @description Delivered to any other active webhook endpoint of the organization.
         */
        post: operations["onWebhookEndpointAutoPaused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.delivery_failed_terminal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A delivery failed for good
         * @description The last of ten attempts failed.
         */
        post: operations["onWebhookDeliveryFailedTerminal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description An amount in minor units. */
        Money: {
            /**
             * Format: int64
             * @description Amount in minor units (cents).
             */
            value: number;
            /** @description ISO 4217 code. */
            currency: string;
        };
        /** @description Money in a request. */
        MoneyInput: components["schemas"]["Money"];
        /** @description Money that was paid, which is more than 0. */
        PaymentAmount: components["schemas"]["Money"] & {
            value?: number;
        };
        /** @description The person to ask about an order. */
        ResponsibleContact: {
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
            phone?: string;
        };
        /** @description Responsible contact in a request. */
        ResponsibleContactInput: components["schemas"]["ResponsibleContact"];
        /** @description A postal address. Length and format limits of street, postCode and city are not shown. */
        Address: {
            street: string;
            postCode: string;
            city: string;
            /** @description ISO 3166-1 alpha-2 code. */
            country: string;
        };
        /** @description Address in a request. */
        AddressInput: components["schemas"]["Address"];
        /** @description Which page of how many. The object is documented, its members are not shown. */
        Pagination: {
            /** @description Page number, from 0. */
            page: number;
            /** @description Requested items per page. */
            size: number;
            /** @description Matching items on all pages. */
            totalElements: number;
            /** @description Number of pages of this size; 0 if nothing matches. */
            totalPages: number;
        };
        /** @description The IntegrationOrganization of the caller. Other fields are not shown. */
        Organization: {
            /** Format: uuid */
            organizationUuid: string;
            /** @description Sellers that the organization may act for. */
            authorizedPartners: string[];
            capabilities: components["schemas"]["Capabilities"];
        };
        /** @description Flags that gate features, and the rate-limit tier. */
        Capabilities: {
            /** @description Buyers may be MARKETPLACE_LED. */
            allowMarketplaceLedKyc: boolean;
            /** @description Orders may hold more than one VIN. */
            allowMultiVinOrders: boolean;
            /** @description KYC documents may be downloaded. */
            allowKycDocumentDownload: boolean;
            /** @enum {string} */
            rateLimitTier: "STANDARD" | "HIGH_VOLUME" | "ENTERPRISE";
        };
        /**
         * @description The transitions are not shown.
         * @enum {string}
         */
        BuyerStatus: "ACTIVE" | "BLOCKED";
        /**
         * @description `MARKETPLACE_LED` (Mode A): the partner supplies the KYC data. `SERVICE_LED` (Mode B): the service verifies.
         * @enum {string}
         */
        KycMode: "MARKETPLACE_LED" | "SERVICE_LED";
        /** @description Data of a buyer to create or sync. */
        BuyerRequest: {
            /** @description With country prefix; part of the natural key. */
            vatNumber: string;
            companyName: string;
            address: components["schemas"]["AddressInput"];
            /** @description People at the buyer. Responses do not return them. */
            contacts?: components["schemas"]["BuyerContact"][];
            kycMode: components["schemas"]["KycMode"];
        };
        /** @description A person at the buyer. */
        BuyerContact: {
            firstName?: string;
            lastName?: string;
            email?: string;
            phone?: string;
        };
        /** @description Fields of a buyer to change; all are optional. */
        BuyerPatch: {
            /** @description Only from MARKETPLACE_LED to SERVICE_LED. */
            kycMode?: components["schemas"]["KycMode"];
            companyName?: string;
            /** @description Replaces the address as a whole. */
            address?: components["schemas"]["AddressInput"];
        };
        /** @description Address of a buyer, with an identifier of its own. */
        BuyerAddress: components["schemas"]["Address"] & {
            /** Format: uuid */
            uuid: string;
        };
        /** @description A trade partner record of one seller. Whether it includes the contacts is not shown; here, it does not. */
        Buyer: {
            /** Format: uuid */
            uuid: string;
            vatNumber: string;
            companyName: string;
            address: components["schemas"]["BuyerAddress"];
            kycMode: components["schemas"]["KycMode"];
            status: components["schemas"]["BuyerStatus"];
            /** @description Optimistic-concurrency version; source of the ETag. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of buyers. */
        BuyerPage: {
            data: components["schemas"]["Buyer"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description `PENDING` or `UNKNOWN` while VIES is unreachable.
         * @enum {string}
         */
        ViesResult: "PENDING" | "UNKNOWN" | "VALID" | "INVALID";
        /** @description One check of a VAT number. The record is not shown. */
        ViesCheck: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            buyerUuid: string;
            vatNumber: string;
            result: components["schemas"]["ViesResult"];
            /** Format: date-time */
            requestedAt: string;
            /**
             * Format: date-time
             * @description Time of the last VIES response or failure; null before.
             */
            checkedAt: string | null;
            /** @description Why the result is INVALID or UNKNOWN; absent otherwise. */
            reason?: string;
        };
        /** @description One session of a service-led verification. The record is not shown. */
        KycVerification: {
            /** Format: uuid */
            sessionId: string;
            /** Format: uuid */
            buyerUuid: string;
            /** @enum {string} */
            status: "PENDING" | "VERIFIED" | "REJECTED";
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description Null while PENDING.
             */
            completedAt: string | null;
            /** @description Why the buyer was rejected; absent otherwise. */
            reason?: string;
            /** @description Result of a successful verification; absent otherwise. */
            profile?: components["schemas"]["KycProfile"];
        };
        /** @description The buyer profile that the service produces. The profile in Mode B is documented; its fields are not shown. */
        KycProfile: {
            /** @description As verified. */
            companyName: string;
            /** @description As verified. */
            vatNumber: string;
            /** @description As verified. */
            address: components["schemas"]["Address"];
            /** @description VIES result at the end of the verification. */
            viesResult: components["schemas"]["ViesResult"];
            /**
             * @description Result of the AML checks.
             * @enum {string}
             */
            amlResult: "CLEAR" | "HIT";
            /** @enum {string} */
            riskLevel: "LOW" | "MEDIUM" | "HIGH";
        };
        /**
         * @description What the link is for.
         * @enum {string}
         */
        InvitationKind: "KYC" | "PROSPECT";
        /** @description Options of the invitation. The request is not shown. */
        InvitationRequest: {
            /**
             * Format: email
             * @description E-mail address to send the link to; without it, forward the link yourself.
             */
            email?: string;
        };
        /** @description A buyer-facing link. The record is not shown. */
        SelfServiceInvitation: {
            /** Format: uuid */
            uuid: string;
            kind: components["schemas"]["InvitationKind"];
            /**
             * Format: uri
             * @description The link; its last segment is the token.
             */
            url: string;
            /** @enum {string} */
            status: "OPEN" | "USED" | "EXPIRED";
            /**
             * Format: uuid
             * @description The invited buyer; only when kind is KYC.
             */
            buyerUuid?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        /** @description What the receiver of an open link sees. */
        SelfServiceInvitationView: {
            kind: components["schemas"]["InvitationKind"];
            /** @enum {string} */
            status: "OPEN";
            /** Format: date-time */
            expiresAt: string;
            /** @description Name of the invited buyer; only when kind is KYC. */
            companyName?: string;
            /** @description VAT number of the invited buyer; only when kind is KYC. */
            vatNumber?: string;
        };
        /** @description KYC data that the buyer submits. The request is not shown. */
        SelfServiceKycRequest: {
            companyName: string;
            /** @description Number in the company register. */
            registrationNumber?: string;
            address: components["schemas"]["AddressInput"];
            /** @description Person who represents the company. */
            representative: components["schemas"]["ResponsibleContactInput"];
        };
        /** @description Receipt of a submission through a link. */
        SelfServiceSubmission: {
            /** Format: uuid */
            invitationUuid: string;
            kind: components["schemas"]["InvitationKind"];
            /**
             * Format: uuid
             * @description The buyer whose data was stored.
             */
            buyerUuid?: string;
            /** Format: date-time */
            usedAt: string;
        };
        /**
         * @description Company or private person.
         * @enum {string}
         */
        ProspectType: "COMPANY" | "CONSUMER";
        /** @description A person or company that registered through a public link. */
        Prospect: {
            /** Format: uuid */
            uuid: string;
            type: components["schemas"]["ProspectType"];
            /** @description Only when type is COMPANY. */
            companyName?: string;
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
            /**
             * @description SUBMITTED occurs; other values are not shown.
             * @example SUBMITTED
             */
            status: string;
            /** Format: date-time */
            submittedAt: string;
        };
        /** @description One page of prospects. */
        ProspectPage: {
            data: components["schemas"]["Prospect"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Data that a prospect submits. The request is not shown. */
        ProspectSubmission: components["schemas"]["ProspectCompanySubmission"] | components["schemas"]["ProspectConsumerSubmission"];
        /** @description A company that registers. */
        ProspectCompanySubmission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "COMPANY";
            companyName: string;
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
        };
        /** @description A private person who registers. */
        ProspectConsumerSubmission: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "CONSUMER";
            firstName: string;
            lastName: string;
            /** Format: email */
            email: string;
        };
        /**
         * @description Workflow status of the order. The transitions are not shown.
         * @enum {string}
         */
        OrderStatus: "CREATED" | "INVOICE_SUBMITTED" | "PAYMENT_SUBMITTED" | "READY_FOR_PICKUP" | "TRANSPORT_IN_PROGRESS" | "TRANSPORT_COMPLETED" | "COMPLIANCE_VALID" | "COMPLIANCE_INVALID" | "CANCELLED";
        /**
         * @description Compliance status of one VIN. The transitions are not shown.
         * @enum {string}
         */
        OrderVinComplianceStatus: "PENDING" | "PICKUP_CONFIRMED" | "IN_TRANSIT" | "DELIVERED" | "VALID" | "INVALID";
        /** @description One vehicle of an order to create. */
        OrderVinInput: {
            vin: string;
            /** @description Vehicle make. */
            brand: string;
            model: string;
            mileage?: number;
            /** Format: date */
            firstRegistrationDate?: string;
            purchaseAmount: components["schemas"]["MoneyInput"];
        };
        /** @description One vehicle of an order. */
        OrderVinResponse: {
            vin: string;
            /** @description Vehicle make. */
            brand: string;
            model: string;
            mileage?: number;
            /** Format: date */
            firstRegistrationDate?: string;
            purchaseAmount: components["schemas"]["Money"];
            complianceStatus: components["schemas"]["OrderVinComplianceStatus"];
        };
        /** @description An order to register. */
        OrderCreateRequest: {
            /** @description Unique per seller; part of the natural key. */
            externalOrderId: string;
            /** Format: uuid */
            buyerId: string;
            /** Format: date */
            purchaseDate: string;
            responsibleContact?: components["schemas"]["ResponsibleContactInput"];
            /** @description More than one needs the capability `allowMultiVinOrders`. */
            vins: components["schemas"]["OrderVinInput"][];
            totalAmount: components["schemas"]["MoneyInput"];
        };
        /** @description One transaction holding one or more VINs. */
        Order: {
            /** Format: uuid */
            uuid: string;
            /** @description Customer-provided; unique per seller. */
            externalOrderId: string;
            /** Format: uuid */
            buyerId: string;
            /** Format: date */
            purchaseDate?: string;
            status: components["schemas"]["OrderStatus"];
            responsibleContact?: components["schemas"]["ResponsibleContact"];
            vins: components["schemas"]["OrderVinResponse"][];
            totalAmount: components["schemas"]["Money"];
            /** @description Optimistic-concurrency version; source of the ETag. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description One page of orders. */
        OrderPage: {
            data: components["schemas"]["Order"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Why the order is cancelled. */
        CancelRequest: {
            reason?: string;
        };
        /**
         * @description Which of the two invoices of an order.
         * @enum {string}
         */
        InvoiceType: "PRELIMINARY" | "FINAL";
        /** @description Invoice data. Which fields are required, and how the type is chosen, is not shown. */
        InvoiceRequest: {
            /** @description PRELIMINARY until a preliminary invoice exists, then FINAL. */
            type?: components["schemas"]["InvoiceType"];
            /** Format: date */
            invoiceDate: string;
            invoiceNumber: string;
            vatIncluded: boolean;
            amount: components["schemas"]["MoneyInput"];
            marginScheme: boolean;
        };
        /** @description An invoice of an order, identified by the order and the type. */
        Invoice: {
            type: components["schemas"]["InvoiceType"];
            /** Format: date */
            invoiceDate: string;
            invoiceNumber: string;
            vatIncluded: boolean;
            amount: components["schemas"]["Money"];
            marginScheme: boolean;
            /**
             * @description The transitions are not shown.
             * @enum {string}
             */
            status: "DRAFT" | "SUBMITTED" | "VALID" | "INVALID";
            finalInvoiceRequired: boolean;
            finalInvoiceReceived: boolean;
            /** @description Optimistic-concurrency version; source of the ETag. */
            version: number;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The invoices of an order. */
        InvoiceList: {
            data: components["schemas"]["Invoice"][];
        };
        /** @description Proof of payment. The request is not shown. */
        PaymentRequest: {
            amount: components["schemas"]["PaymentAmount"];
            /** Format: date-time */
            paidAt: string;
            /** @description Reference of the bank transfer. */
            reference?: string;
            /**
             * Format: uuid
             * @description The uploaded PROOF_OF_PAYMENT.
             */
            documentId?: string;
        };
        /** @description One payment of an order. The record is not shown. */
        Payment: {
            /** Format: uuid */
            uuid: string;
            /** Format: uuid */
            orderUuid: string;
            amount: components["schemas"]["Money"];
            /** Format: date-time */
            paidAt: string;
            reference?: string;
            /** Format: uuid */
            documentId?: string;
            /** @description Outstanding amount after this payment; 0 if paid in full. */
            outstandingAmount: components["schemas"]["Money"];
            /** @description Order status after this payment. */
            orderStatus: components["schemas"]["OrderStatus"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @description VINs of the order; every VIN that the step fits when left out. */
        OrderVinSelection: string[];
        /** @description A pickup to confirm. The request is not shown. */
        PickupRequest: {
            /** Format: uuid */
            orderUuid: string;
            vins?: components["schemas"]["OrderVinSelection"];
            /** Format: date-time */
            pickedUpAt: string;
            /**
             * Format: uuid
             * @description The uploaded CMR.
             */
            cmrDocumentId?: string;
            /**
             * Format: uuid
             * @description The uploaded PICKUP_DECLARATION.
             */
            declarationDocumentId?: string;
        };
        /** @description Revocation of a confirmed pickup. Only the reason is documented. */
        PickupRevocationRequest: {
            /** Format: uuid */
            orderUuid: string;
            vins?: components["schemas"]["OrderVinSelection"];
            reason: string;
        };
        /** @description A delivery to confirm. The request is not shown. */
        DeliveryRequest: {
            /** Format: uuid */
            orderUuid: string;
            vins?: components["schemas"]["OrderVinSelection"];
            /** Format: date-time */
            deliveredAt: string;
            /**
             * Format: uuid
             * @description The uploaded CMR, signed by the consignee.
             */
            cmrDocumentId?: string;
            /**
             * Format: uuid
             * @description The uploaded DELIVERY_DECLARATION.
             */
            declarationDocumentId?: string;
        };
        /** @description A confirmed pickup or delivery of one VIN. */
        TransportMilestone: {
            /**
             * Format: date-time
             * @description The pickedUpAt or deliveredAt of the request.
             */
            confirmedAt: string;
            /** Format: uuid */
            cmrDocumentId?: string;
            /** Format: uuid */
            declarationDocumentId?: string;
        };
        /** @description Transport of one VIN. */
        TransportVin: {
            vin: string;
            /** @enum {string} */
            status: "NOT_STARTED" | "IN_TRANSIT" | "DELIVERED";
            /** @description Absent before the pickup is confirmed. */
            pickup?: components["schemas"]["TransportMilestone"];
            /** @description Absent before the delivery is confirmed. */
            delivery?: components["schemas"]["TransportMilestone"];
        };
        /** @description A pickup that was taken back; kept for the audit. */
        PickupRevocation: {
            vins: string[];
            reason: string;
            /** Format: date-time */
            revokedAt: string;
        };
        /** @description Transport of an order. PARTIAL and the tracking per VIN are documented, the record is not shown. */
        Transport: {
            /** Format: uuid */
            orderUuid: string;
            /**
             * @description PARTIAL means that some VINs are delivered while others are in transit.
             * @enum {string}
             */
            status: "NOT_STARTED" | "IN_TRANSIT" | "PARTIAL" | "DELIVERED";
            vins: components["schemas"]["TransportVin"][];
            revocations: components["schemas"]["PickupRevocation"][];
            /** @description Source of the ETag. */
            version: number;
            /** Format: date-time */
            updatedAt: string;
        };
        /**
         * @description `VALID_EXPORT`: VAT exemption applies. `VAT_APPLICABLE`: VAT must be applied on the final invoice.
         * @enum {string}
         */
        ComplianceDecision: "VALID_EXPORT" | "VAT_APPLICABLE";
        /** @description One reason why an order is not `VALID`. That there is a list is documented, its items are not shown. */
        ComplianceBlocker: {
            /**
             * @description Stable name of the reason, for use in client code.
             * @example CMR_MISSING
             */
            code: string;
            /** @description The reason in words. */
            message: string;
            /** @description The affected vehicle; absent if the whole order is affected. */
            vin?: string;
        };
        /** @description What makes the evidence of an order doubtful without being missing. Warnings decide nothing. */
        ComplianceWarning: {
            /**
             * @description Stable name of the warning, for use in client code.
             * @example EVIDENCE_OLDER_THAN_FACT
             */
            code: string;
            /** @description The warning in words. */
            message: string;
            /** @description The affected vehicle; absent if the whole order is affected. */
            vin?: string;
        };
        /** @description The workflow status of an order. Fields beyond those named are not shown. */
        ComplianceRollup: {
            /** Format: uuid */
            orderUuid: string;
            /** @enum {string} */
            status: "INCOMPLETE" | "VALID" | "INVALID";
            /** @description Null before the final verdict. */
            decision: components["schemas"]["ComplianceDecision"] | null;
            blockers: components["schemas"]["ComplianceBlocker"][];
            /** @description Contradictions in the times of the evidence; absent if there are none. */
            warnings?: components["schemas"]["ComplianceWarning"][];
            viesResult: components["schemas"]["ViesResult"];
            /** @description Source of the ETag. */
            version: number;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The generated Export File of an order. The record is not shown; the event of its generation is. */
        ExportFile: {
            /** Format: uuid */
            documentId: string;
            /** @description Number of the generation; source of the ETag. */
            version: number;
            decision: components["schemas"]["ComplianceDecision"];
            /** Format: date-time */
            generatedAt: string;
            /**
             * Format: uri-reference
             * @description Path relative to the API host.
             */
            downloadUrl: string;
        };
        /**
         * @description Types of KYC document. They are not shown.
         * @enum {string}
         */
        BuyerDocumentType: "COMPANY_REGISTRATION" | "VAT_CERTIFICATE" | "IDENTITY_DOCUMENT" | "PROOF_OF_ADDRESS" | "POWER_OF_ATTORNEY";
        /**
         * @description Document types of an order. They are not shown.
         * @enum {string}
         */
        OrderDocumentType: "INVOICE" | "PROOF_OF_PAYMENT" | "CMR" | "PICKUP_DECLARATION" | "DELIVERY_DECLARATION";
        /**
         * @description Types of document record: those of uploads, and `EXPORT_FILE`. One list, because generated clients lose the values of an `anyOf`.
         * @enum {string}
         */
        DocumentType: "COMPANY_REGISTRATION" | "VAT_CERTIFICATE" | "IDENTITY_DOCUMENT" | "PROOF_OF_ADDRESS" | "POWER_OF_ATTORNEY" | "INVOICE" | "PROOF_OF_PAYMENT" | "CMR" | "PICKUP_DECLARATION" | "DELIVERY_DECLARATION" | "EXPORT_FILE";
        /** @description Parts of the upload of a KYC document. */
        BuyerDocumentUpload: {
            type: components["schemas"]["BuyerDocumentType"];
            /**
             * Format: binary
             * @description The content, as a file part with a filename. `format` is for client generators that ignore `contentMediaType`.
             */
            file: string;
        };
        /** @description Parts of the upload of an order document. */
        OrderDocumentUpload: {
            type: components["schemas"]["OrderDocumentType"];
            /** @description The VIN that the document is about; all VINs if omitted. */
            vin?: string;
            /** @description The invoice that the document belongs to; only for type INVOICE, where it is optional. */
            invoiceType?: components["schemas"]["InvoiceType"];
            /**
             * Format: binary
             * @description The content, as a file part with a filename. `format` is for client generators that ignore `contentMediaType`.
             */
            file: string;
        };
        /**
         * @description The latest `ACTIVE` document of a type counts.
         * @enum {string}
         */
        DocumentStatus: "ACTIVE" | "ARCHIVED";
        /** @description A document record. Fields beyond identifier, type and status are not shown. */
        Document: {
            /** Format: uuid */
            id: string;
            /** @description Type of the upload, or `EXPORT_FILE`. */
            type: components["schemas"]["DocumentType"];
            status: components["schemas"]["DocumentStatus"];
            fileName: string;
            /** @example application/pdf */
            contentType: string;
            /** @description Bytes. */
            size: number;
            /** @description Digest of the content. */
            sha256: string;
            /**
             * Format: uuid
             * @description The buyer; only for KYC documents.
             */
            buyerUuid?: string;
            /**
             * Format: uuid
             * @description The order; not for KYC documents.
             */
            orderUuid?: string;
            /** @description The VIN that the document is about; absent if it covers all VINs. */
            vin?: string;
            /** @description The invoice that a document of type INVOICE belongs to; absent for other types. */
            invoiceType?: components["schemas"]["InvoiceType"];
            /** @description Source of the ETag. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The documents of a buyer or an order. */
        DocumentList: {
            data: components["schemas"]["Document"][];
        };
        /** @description New status of a document. */
        DocumentPatch: {
            status: components["schemas"]["DocumentStatus"];
        };
        /**
         * @description The registered event types.
         * @enum {string}
         */
        EventType: "compliance.status_changed" | "compliance.decision_made" | "kyc.vies_check_failed" | "kyc.verification_completed" | "export_file.generated" | "prospect.submitted" | "self_service_invitation.used" | "self_service_invitation.expired" | "webhook.endpoint_auto_paused" | "webhook.delivery_failed_terminal";
        /**
         * @description An event type, or all event types of a segment. A root `*` is refused.
         * @enum {string}
         */
        EventSubscription: "compliance.*" | "compliance.status_changed" | "compliance.decision_made" | "kyc.*" | "kyc.vies_check_failed" | "kyc.verification_completed" | "export_file.*" | "export_file.generated" | "prospect.*" | "prospect.submitted" | "self_service_invitation.*" | "self_service_invitation.used" | "self_service_invitation.expired" | "webhook.*" | "webhook.endpoint_auto_paused" | "webhook.delivery_failed_terminal";
        /**
         * @description `PAUSED` after too many failures.
         * @enum {string}
         */
        WebhookStatus: "ACTIVE" | "PAUSED";
        /** @description A webhook endpoint to register. */
        WebhookCreateRequest: {
            /**
             * Format: uri
             * @description Delivery target.
             */
            url: string;
            events: components["schemas"]["EventSubscription"][];
            /** @description Restricts delivery to these sellers; all authorized partners if omitted. An empty list is refused because it is ambiguous: generated clients send one when they mean to omit the field. */
            partnerIds?: string[];
        };
        /** @description Fields of a webhook endpoint to change. Only `status` is shown. */
        WebhookPatch: {
            /** Format: uri */
            url?: string;
            events?: components["schemas"]["EventSubscription"][];
            /** @description Null removes the restriction to certain partners; if omitted, the list stays unchanged. An empty list is refused. */
            partnerIds?: string[] | null;
            /** @description ACTIVE reactivates. */
            status?: components["schemas"]["WebhookStatus"];
        };
        /** @description A registered webhook endpoint, without its secret. */
        WebhookEndpoint: {
            id: string;
            /**
             * Format: uri
             * @description Delivery target.
             */
            url: string;
            events: components["schemas"]["EventSubscription"][];
            /** @description The sellers that it is restricted to; absent when it is not restricted. */
            partnerIds?: string[];
            status: components["schemas"]["WebhookStatus"];
            /** @description Incremented with every change of the webhook endpoint; source of the `ETag`. */
            version: number;
        };
        /** @description The response to a registration, the only one with the secret. */
        WebhookEndpointWithSecret: components["schemas"]["WebhookEndpoint"] & {
            /** @description Signing secret. */
            secret: string;
        };
        /** @description The webhook endpoints of the organization. */
        WebhookEndpointList: {
            data: components["schemas"]["WebhookEndpoint"][];
        };
        /**
         * @description `FAILED` after the last attempt.
         * @enum {string}
         */
        WebhookDeliveryStatus: "PENDING" | "DELIVERED" | "FAILED";
        /** @description Delivery of one event to one webhook endpoint. */
        WebhookDelivery: {
            id: string;
            /** @description Replays keep it. */
            eventId: string;
            eventType: components["schemas"]["EventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Last HTTP status from the receiver; null before the first response. */
            httpStatus: number | null;
            attempts: number;
            /**
             * Format: date-time
             * @description Null before the first attempt.
             */
            lastAttemptAt: string | null;
            /**
             * Format: date-time
             * @description Null when no retry is scheduled.
             */
            nextRetryAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description One page of deliveries. */
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A synthetic event to deliver. */
        WebhookTestRequest: {
            eventType: components["schemas"]["EventType"];
            /** @description Forwarded verbatim, so nothing in it is checked. */
            data: object;
        };
        /** @description Problem details (RFC 7807). Clients should use `type` to distinguish errors, and tolerate unknown types. */
        Problem: {
            /**
             * Format: uri
             * @description Stable category.
             */
            type: string;
            title: string;
            /** @description HTTP status. */
            status: number;
            /** @description Specifics of this occurrence. */
            detail: string;
            /**
             * Format: uri-reference
             * @description Request path.
             */
            instance: string;
            /** @description Correlation id. */
            traceId: string;
            /** @description On validation errors only. */
            errors?: components["schemas"]["Violation"][];
            /** @description The full current resource, on a version mismatch or a natural-key collision. */
            currentResource?: object;
            /** @description For `capability-required`: the missing capability. */
            capability?: string;
            /** @description For a step that the order does not allow: the status of the order. */
            orderStatus?: components["schemas"]["OrderStatus"];
            /** @description For a step that a vehicle does not allow: the vehicle. */
            vin?: string;
            /**
             * @description For a step that a vehicle does not allow: the status of the vehicle.
             * @enum {string}
             */
            transportStatus?: "NOT_STARTED" | "IN_TRANSIT" | "DELIVERED";
            /** @description What blocks the order or its buyer. */
            blockers?: components["schemas"]["ComplianceBlocker"][];
            /** @description For a change that the document does not allow: the status of the document. */
            documentStatus?: components["schemas"]["DocumentStatus"];
            /** @description Available alternatives to the requested one, for requests that only this stub supports. */
            available?: unknown[];
            /** @description For `storage-full` and `quota-exceeded`: the quota of the sandbox that is used up. */
            quota?: {
                name: string;
                limit: number;
                used: number;
                setting: string;
            };
        };
        /** @description One invalid field. */
        Violation: {
            /** @description Path of the field, such as `vins[0].vin`. */
            field: string;
            message: string;
            /** @description The value as sent; null when the field is missing. */
            rejectedValue?: unknown;
        };
        /**
         * EventEnvelope
         * @description What every event has in common. The envelope is the whole request body of a delivery; what happened is in `data`, whose shape depends on `type`. It stays the same, byte for byte, over all attempts, all webhook endpoints and all redeliveries of the event.
         */
        "event-envelope": {
            /** @description Identifies the event. Deliveries arrive at least once, so receivers remember the ids that they have processed and answer a repeated one with 2xx without doing the work again. A redelivery keeps the id. */
            id: string;
            /** @description The event type, `<segment>.<name>`. Receivers ignore types that they do not know, because a wildcard subscription also covers types that are added later. */
            type: string;
            /**
             * Format: date-time
             * @description When the event happened, on the clock of the sandbox. It is not the time of the attempt, which the signature header carries.
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description The IntegrationOrganization that the event belongs to, the `organizationUuid` of `GET /me`.
             */
            organizationUuid: string;
            /** @description The payload of the event type. */
            data: object;
        };
        /**
         * ComplianceStatusChangedData
         * @description The compliance rollup of an order was recomputed and its status is another one than before. `blockers` explains a transition out of `VALID`; on every other transition it is empty and the rollup itself lists what is missing.
         */
        "compliance.status_changed": {
            /**
             * Format: uuid
             * @description The order whose rollup changed.
             */
            orderUuid: string;
            /**
             * @description Rollup status before the recomputation.
             * @enum {string}
             */
            previousStatus: "INCOMPLETE" | "VALID" | "INVALID";
            /**
             * @description Rollup status after the recomputation.
             * @enum {string}
             */
            currentStatus: "INCOMPLETE" | "VALID" | "INVALID";
            /** @description The active blockers when the rollup leaves `VALID`, otherwise an empty list. */
            blockers: {
                /** @description Stable name of the reason. Clients key on it. */
                code: string;
                /** @description The reason in words, for people. */
                message: string;
                /** @description The vehicle concerned. Absent when the reason concerns the whole order. */
                vin?: string;
            }[];
        } | {
            /** @constant */
            previousStatus?: "VALID";
            /** @enum {unknown} */
            currentStatus?: "INCOMPLETE" | "INVALID";
        } | {
            blockers?: unknown[];
        };
        /**
         * ComplianceDecisionMadeData
         * @description The final verdict on an order was reached. It is terminal unless data is corrected and compliance is recomputed.
         */
        "compliance.decision_made": {
            /**
             * Format: uuid
             * @description The order that was decided.
             */
            orderUuid: string;
            /**
             * @description `VALID_EXPORT`: the VAT exemption applies. `VAT_APPLICABLE`: VAT must be applied on the final invoice.
             * @enum {string}
             */
            decision: "VALID_EXPORT" | "VAT_APPLICABLE";
        };
        /**
         * KycViesCheckFailedData
         * @description A VIES check of a buyer came out negative. It blocks the active transactions of that buyer; open orders flip to `INVALID` unless it is resolved.
         */
        "kyc.vies_check_failed": {
            /**
             * Format: uuid
             * @description The buyer that was checked.
             */
            buyerUuid: string;
            /** @description The VAT number that was checked, with its country prefix. */
            vatNumber: string;
            /**
             * @description Result that held before this check. `PENDING` when it was the first check of the buyer.
             * @enum {string}
             */
            previousResult: "PENDING" | "UNKNOWN" | "VALID" | "INVALID";
            /**
             * @description Result of this check.
             * @enum {string}
             */
            currentResult: "PENDING" | "UNKNOWN" | "VALID" | "INVALID";
            /**
             * Format: date-time
             * @description When VIES gave its answer.
             */
            checkedAt: string;
            /** @description Why the check failed, in words. */
            reason: string;
        };
        /**
         * KycVerificationCompletedData
         * @description A service-led verification (Mode B) of a buyer has its outcome.
         */
        "kyc.verification_completed": {
            /**
             * Format: uuid
             * @description The buyer that was verified.
             */
            buyerUuid: string;
            /**
             * @description Result of the identity verification and the AML checks.
             * @enum {string}
             */
            outcome: "VERIFIED" | "REJECTED";
            /**
             * Format: uuid
             * @description The verification session, as returned when the verification was started.
             */
            sessionId: string;
            /**
             * Format: date-time
             * @description When the outcome was reached.
             */
            completedAt: string;
            /** @description Why the buyer was rejected, in words. Present when `outcome` is `REJECTED`, and only then. */
            reason?: string;
        } | {
            /** @constant */
            outcome?: "VERIFIED";
            reason?: unknown;
        } | {
            /** @constant */
            outcome?: "REJECTED";
        };
        /**
         * ExportFileGeneratedData
         * @description An Export File of an order was generated. Fires on every generation, the first and each regeneration.
         */
        "export_file.generated": {
            /**
             * Format: uuid
             * @description The order that the Export File documents.
             */
            orderUuid: string;
            /**
             * Format: uuid
             * @description The document that holds the Export File. Every generation is a document of its own.
             */
            documentId: string;
            /** @description Number of the generation within the order, 1 for the first. */
            version: number;
            /**
             * Format: uri-reference
             * @description Path of the document download, relative to the API host. Resolve it against scheme, host and port of the API and send the access token as with any other call.
             */
            downloadUrl: string;
            /**
             * Format: date-time
             * @description When the file was generated.
             */
            generatedAt: string;
            /**
             * @description The verdict that the file documents.
             * @enum {string}
             */
            decision: "VALID_EXPORT" | "VAT_APPLICABLE";
        };
        /**
         * ProspectSubmittedData
         * @description A prospect was submitted through a public self-service link.
         */
        "prospect.submitted": {
            /**
             * Format: uuid
             * @description The new prospect.
             */
            prospectUuid: string;
            /**
             * Format: uuid
             * @description The seller whose link was used, the `sellerId` of the prospect's path.
             */
            partnerUuid: string;
            /**
             * @description Whether a company or a private person submitted.
             * @enum {string}
             */
            type: "COMPANY" | "CONSUMER";
            /**
             * Format: date-time
             * @description When the form was submitted.
             */
            submittedAt: string;
        };
        /**
         * SelfServiceInvitationUsedData
         * @description A self-service invitation was used. A notification only: fetch the buyer or the prospect to see what was submitted.
         */
        "self_service_invitation.used": {
            /**
             * Format: uuid
             * @description The invitation that was used.
             */
            invitationUuid: string;
            /**
             * @description What the invitation was for.
             * @enum {string}
             */
            kind: "KYC" | "PROSPECT";
            /**
             * Format: uuid
             * @description The buyer whose KYC data was submitted. Present when `kind` is `KYC`, and only then.
             */
            buyerUuid?: string;
            /**
             * Format: uuid
             * @description The prospect that was submitted. Present when `kind` is `PROSPECT`, and only then.
             */
            prospectUuid?: string;
            /**
             * Format: date-time
             * @description When the form was submitted.
             */
            usedAt: string;
        } | {
            /** @constant */
            kind?: "KYC";
            prospectUuid?: unknown;
        } | {
            /** @constant */
            kind?: "PROSPECT";
            buyerUuid?: unknown;
        };
        /**
         * SelfServiceInvitationExpiredData
         * @description The lifetime of a self-service invitation ended and nobody had used it.
         */
        "self_service_invitation.expired": {
            /**
             * Format: uuid
             * @description The invitation that expired.
             */
            invitationUuid: string;
            /**
             * @description What the invitation was for.
             * @enum {string}
             */
            kind: "KYC" | "PROSPECT";
            /**
             * Format: date-time
             * @description The end of the invitation's lifetime.
             */
            expiredAt: string;
        };
        /**
         * WebhookEndpointAutoPausedData
         * @description A webhook endpoint was paused because deliveries to it kept failing. Another active webhook endpoint of the organization hears of it, since the paused one cannot.
         */
        "webhook.endpoint_auto_paused": {
            /** @description The webhook endpoint that was paused. */
            endpointId: string;
            /**
             * @description `CONSECUTIVE_FAILURES`: 20 failures in a row. `CONTINUOUS_FAILURE_WINDOW`: no success in 72 hours.
             * @enum {string}
             */
            reason: "CONSECUTIVE_FAILURES" | "CONTINUOUS_FAILURE_WINDOW";
            /**
             * Format: date-time
             * @description When a delivery to the webhook endpoint last succeeded, null when none ever did.
             */
            lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description When the webhook endpoint was paused.
             */
            pausedAt: string;
        };
        /**
         * WebhookDeliveryFailedTerminalData
         * @description The last attempt of a delivery failed. Nothing more is sent by itself; the delivery stays in the history and can be replayed while it is there.
         */
        "webhook.delivery_failed_terminal": {
            /** @description The webhook endpoint that did not accept the event. */
            endpointId: string;
            /** @description The event that was not delivered, the `id` of its envelope. */
            eventId: string;
            /** @description Type of the event that was not delivered. */
            eventType: string;
            /**
             * @description How often the event was sent. Always the whole retry budget.
             * @constant
             */
            attempts: 10;
            /** @description Status of the receiver's last answer, null when the last attempt got no HTTP answer. */
            lastHttpStatus: number | null;
            /**
             * Format: date-time
             * @description When the last attempt was made.
             */
            lastAttemptAt: string;
        };
    };
    responses: {
        /** @description The resource is still what the ETag in If-None-Match says; there is no body. */
        NotModified: {
            headers: {
                ETag: components["headers"]["ETag"];
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The receiver took the event; any 2xx is a success. */
        EventAccepted: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Anything else is a failure and uses up the retry budget, 4xx included. */
        EventRefused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request cannot be read: not JSON, or no usable `Idempotency-Key`. */
        MalformedRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body of a public submission cannot be read. */
        PublicMalformedRequest: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No usable access token. It uses no budget, and the response cannot show one, only the category. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The caller may not act for this seller, or the DPA is not accepted. */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The DPA is missing or outdated; every call is refused. */
        DpaNotAccepted: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Seller not authorized, Mode A not granted, or the DPA is not accepted. */
        BuyerForbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Seller not authorized, multi-VIN orders not granted, or the DPA is not accepted. */
        OrderForbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Document of another partner, KYC download not granted, or the DPA is not accepted. */
        DocumentForbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The seller has no such buyer. */
        BuyerNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The buyer or the check does not exist. */
        ViesCheckNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The buyer or the session does not exist. */
        KycVerificationNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The seller has no such prospect. */
        ProspectNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No invitation has this token. */
        InvitationNotFound: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order does not exist. */
        OrderNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order, or a document that the body names, does not exist. */
        OrderOrDocumentNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order does not exist, or has no Export File before the verdict. */
        ExportFileNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document does not exist. */
        DocumentNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The organization has no such webhook endpoint. */
        WebhookNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook endpoint or the delivery does not exist, or the delivery was purged after 30 days. */
        WebhookDeliveryNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order takes no documents any more. */
        OrderDocumentConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this `Idempotency-Key` is still running. */
        KeyInFlight: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The seller already has a buyer with this VAT number and other data. */
        BuyerConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    currentResource?: components["schemas"]["Buyer"];
                };
            };
        };
        /** @description The buyer has changed since the version in `If-Match`. */
        BuyerVersionConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    currentResource?: components["schemas"]["Buyer"];
                };
            };
        };
        /** @description The buyer is not in Mode B, or is verified already. */
        KycVerificationConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The link is used or has expired. */
        InvitationConflict: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The link was used or has expired, or the first request with this key is still in progress. */
        SubmissionConflict: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The seller already has an order with this `externalOrderId` and other data, or the transactions of the buyer are blocked. */
        OrderConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    currentResource?: components["schemas"]["Order"];
                };
            };
        };
        /** @description A verdict has been reached, or the order is cancelled already. */
        CancelConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order takes no invoice any more, or the transactions of the buyer are blocked. */
        InvoiceConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No invoice yet, paid in full already, or the transactions of the buyer are blocked. */
        PaymentConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order is not ready for pickup, a VIN is picked up already, or the transactions of the buyer are blocked. */
        PickupConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No confirmed pickup, or a VIN is delivered already. */
        PickupRevocationConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A VIN is not picked up, or is delivered already. */
        DeliveryConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The document has changed, or is archived for good. */
        DocumentConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    currentResource?: components["schemas"]["Document"];
                };
            };
        };
        /** @description The webhook endpoint has changed since the version in `If-Match`. */
        WebhookVersionConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    currentResource?: components["schemas"]["WebhookEndpoint"];
                };
            };
        };
        /** @description The webhook endpoint is paused; nothing is sent to it. */
        WebhookPausedConflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A path or query parameter breaks its schema. */
        InvalidParameters: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A parameter breaks its schema, or the `Idempotency-Key` was used for another request. */
        InvalidOrKeyReused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The buyer breaks its schema, or the key was used for another request. */
        BuyerInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The change breaks its schema or its rules, or the key was used for another request. */
        BuyerPatchInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A part of the upload is missing or wrong, or the key was used for another request. */
        DocumentUploadInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The invitation breaks its schema, or the key was used for another request. */
        InvitationRequestInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The KYC submission breaks its schema, or the key was used for another request. */
        PublicKycInvalid: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The prospect submission breaks its schema, or the key was used for another request. */
        PublicProspectInvalid: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The order breaks its schema, or the key was used for another request. */
        OrderInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body breaks its schema, or the key was used for another request. */
        CancelInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The invoice breaks its schema, or the key was used for another request. */
        InvoiceInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The payment breaks its schema, or the key was used for another request. */
        PaymentInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body breaks its schema or names a VIN that the order lacks, or the key was used for another request. */
        TransportInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body breaks its schema, or the key was used for another request. */
        PickupRevocationInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The change breaks its schema, or the key was used for another request. */
        DocumentPatchInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook endpoint breaks its schema, or the key was used for another request. */
        WebhookInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The test event breaks its schema, or the key was used for another request. */
        WebhookTestInvalid: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The budget of the window is used up, or the client is paused. */
        TooManyRequests: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unexpected error; quote the `traceId` to support. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Unexpected error on a public operation; quote the `traceId` to support. */
        PublicInternalError: {
            headers: {
                "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The seller that the caller acts for; must be one of the authorized partners.
         * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
         */
        SellerId: string;
        /**
         * @description The buyer.
         * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
         */
        BuyerId: string;
        /**
         * @description The buyer to invite.
         * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
         */
        InvitedBuyerId: string;
        /**
         * @description The VIES check.
         * @example 93b0f7d5-6e2a-4c81-b4f9-0a5d8e1c7263
         */
        CheckId: string;
        /**
         * @description The verification session.
         * @example ad41c8f6-0e97-4b25-8d3a-7c6f1b9e2054
         */
        SessionId: string;
        /**
         * @description The prospect.
         * @example 0e5c8b2f-d794-4a61-b8e3-5f1d7c9a6042
         */
        ProspectUuid: string;
        /**
         * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
         * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
         */
        InvitationToken: string;
        /**
         * @description The order.
         * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
         */
        OrderUuid: string;
        /**
         * @description The document.
         * @example 60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a
         */
        DocumentId: string;
        /**
         * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
         * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
         */
        WebhookId: string;
        /**
         * @description The delivery. Any string is looked up, so a wrong one returns 404.
         * @example del_01JBE2A5S8D1F4G7H0J3K6Q9WX
         */
        DeliveryId: string;
        /**
         * @description Page number, from 0.
         * @example 0
         */
        Page: number;
        /**
         * @description Items per page, at most 100.
         * @example 20
         */
        Size: number;
        /**
         * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
         * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
         */
        IdempotencyKey: string;
        /**
         * @description Optional, because people who open a link do not have one. If sent, it applies: the same key with the same request returns the stored reply for 24 hours, with a different one 422. Keys of one link are its own.
         * @example 2e9c7a41-0b6d-4f58-93e2-7d1a5c8f4b60
         */
        PublicIdempotencyKey: string;
        /**
         * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
         * @example "2"
         */
        IfNoneMatch: string;
        /**
         * @description The `ETag` of an earlier response. Without it the change is made unconditionally.
         * @example "1"
         */
        IfMatch: string;
        /**
         * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
         * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
         */
        ServiceSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Requests per minute that the tier allows in this category.
         * @example 300
         */
        XRateLimitLimit: number;
        /**
         * @description Requests left in the window.
         * @example 297
         */
        XRateLimitRemaining: number;
        /**
         * @description Unix time stamp at which the window resets.
         * @example 1792584060
         */
        XRateLimitReset: number;
        /**
         * @description The budget that was counted.
         * @example read
         */
        XRateLimitCategory: "read" | "write" | "webhook-management";
        /**
         * @description Seconds until the next request can succeed; the rest of the pause for a paused client.
         * @example 24
         */
        RetryAfter: number;
        /**
         * @description The resource's `version` in double quotes.
         * @example "1"
         */
        ETag: string;
        /**
         * @description Canonical URL of what was created.
         * @example http://127.0.0.1:4010/v1/partners/3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31/orders/9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
         */
        Location: string;
        /**
         * @description The challenge for the refused token.
         * @example Bearer realm="integration", error="invalid_token", error_description="The access token has expired."
         */
        WwwAuthenticate: string;
        /**
         * @description How long the response can be cached.
         * @example private, max-age=300
         */
        CacheControl: string;
        /**
         * @description Present with the value `true` if the response is a stored one.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description Asks for a download under the document's file name.
         * @example attachment; filename="export-file-NL-2026-10-0417-v1.pdf"; filename*=UTF-8''export-file-NL-2026-10-0417-v1.pdf
         */
        ContentDisposition: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization of the caller. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listBuyers: {
        parameters: {
            query?: {
                /**
                 * @description Only the buyer with this VAT number.
                 * @example PL9540638567
                 */
                vatNumber?: string;
                /**
                 * @description Only buyers with this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["BuyerStatus"];
                /**
                 * @description Page number, from 0.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Items per page, at most 100.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /**
                 * @description `createdAt`, `updatedAt` or `companyName`, a comma, and `asc` or `desc`.
                 * @example companyName,asc
                 */
                sort?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of buyers. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BuyerPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    upsertBuyer: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuyerRequest"];
            };
        };
        responses: {
            /** @description The same body was sent before; the existing buyer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Buyer"];
                };
            };
            /** @description The buyer was created. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Buyer"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["BuyerForbidden"];
            409: components["responses"]["BuyerConflict"];
            422: components["responses"]["BuyerInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getBuyer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The buyer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Buyer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateBuyer: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` of an earlier response. Without it the change is made unconditionally.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BuyerPatch"];
            };
        };
        responses: {
            /** @description The changed buyer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Buyer"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            409: components["responses"]["BuyerVersionConflict"];
            422: components["responses"]["BuyerPatchInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listBuyerDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents of the buyer. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    uploadBuyerDocument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["BuyerDocumentUpload"];
            };
        };
        responses: {
            /** @description The document was stored. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            409: components["responses"]["KeyInFlight"];
            422: components["responses"]["DocumentUploadInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    requestViesCheck: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check was accepted. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViesCheck"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            409: components["responses"]["KeyInFlight"];
            422: components["responses"]["InvalidOrKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getViesCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
                /**
                 * @description The VIES check.
                 * @example 93b0f7d5-6e2a-4c81-b4f9-0a5d8e1c7263
                 */
                checkId: components["parameters"]["CheckId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViesCheck"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ViesCheckNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    startKycVerification: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification has started. */
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KycVerification"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            409: components["responses"]["KycVerificationConflict"];
            422: components["responses"]["InvalidOrKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getKycVerification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The buyer.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                buyerId: components["parameters"]["BuyerId"];
                /**
                 * @description The verification session.
                 * @example ad41c8f6-0e97-4b25-8d3a-7c6f1b9e2054
                 */
                sessionId: components["parameters"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification session. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KycVerification"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["KycVerificationNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createKycInvitation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The buyer to invite.
                 * @example 5d8f1c3a-2e47-4b90-8a6d-91c7e3f0b254
                 */
                id: components["parameters"]["InvitedBuyerId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfServiceInvitation"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["BuyerNotFound"];
            409: components["responses"]["KeyInFlight"];
            422: components["responses"]["InvitationRequestInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createProspectInvitation: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation was created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfServiceInvitation"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInFlight"];
            422: components["responses"]["InvitationRequestInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listProspects: {
        parameters: {
            query?: {
                /**
                 * @description Page number, from 0.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Items per page, at most 100.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /**
                 * @description `submittedAt` or `email`, a comma, and `asc` or `desc`.
                 * @example submittedAt,asc
                 */
                sort?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of prospects. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProspectPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getProspect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The prospect.
                 * @example 0e5c8b2f-d794-4a61-b8e3-5f1d7c9a6042
                 */
                uuid: components["parameters"]["ProspectUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prospect. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prospect"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProspectNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getSelfServiceInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
                 * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
                 */
                token: components["parameters"]["InvitationToken"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link is open. */
            200: {
                headers: {
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfServiceInvitationView"];
                };
            };
            404: components["responses"]["InvitationNotFound"];
            409: components["responses"]["InvitationConflict"];
            500: components["responses"]["PublicInternalError"];
        };
    };
    submitSelfServiceKyc: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Optional, because people who open a link do not have one. If sent, it applies: the same key with the same request returns the stored reply for 24 hours, with a different one 422. Keys of one link are its own.
                 * @example 2e9c7a41-0b6d-4f58-93e2-7d1a5c8f4b60
                 */
                "Idempotency-Key"?: components["parameters"]["PublicIdempotencyKey"];
            };
            path: {
                /**
                 * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
                 * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
                 */
                token: components["parameters"]["InvitationToken"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelfServiceKycRequest"];
            };
        };
        responses: {
            /** @description The data was stored. */
            200: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelfServiceSubmission"];
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["InvitationNotFound"];
            409: components["responses"]["SubmissionConflict"];
            422: components["responses"]["PublicKycInvalid"];
            500: components["responses"]["PublicInternalError"];
        };
    };
    submitSelfServiceProspect: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Optional, because people who open a link do not have one. If sent, it applies: the same key with the same request returns the stored reply for 24 hours, with a different one 422. Keys of one link are its own.
                 * @example 2e9c7a41-0b6d-4f58-93e2-7d1a5c8f4b60
                 */
                "Idempotency-Key"?: components["parameters"]["PublicIdempotencyKey"];
            };
            path: {
                /**
                 * @description The last segment of the invitation's `url`. It is the credential, so every string is looked up and none is malformed.
                 * @example demo.7QM8XV3TZR1YW5KC7HN2BD9KF4
                 */
                token: components["parameters"]["InvitationToken"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProspectSubmission"];
            };
        };
        responses: {
            /** @description The prospect was created. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Prospect"];
                };
            };
            400: components["responses"]["PublicMalformedRequest"];
            404: components["responses"]["InvitationNotFound"];
            409: components["responses"]["SubmissionConflict"];
            422: components["responses"]["PublicProspectInvalid"];
            500: components["responses"]["PublicInternalError"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderCreateRequest"];
            };
        };
        responses: {
            /** @description The same body was sent before; the existing order. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The order was created. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["OrderForbidden"];
            404: components["responses"]["BuyerNotFound"];
            409: components["responses"]["OrderConflict"];
            422: components["responses"]["OrderInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    findOrders: {
        parameters: {
            query?: {
                /**
                 * @description Only orders with this VIN.
                 * @example WVWZZZ1JZ3W386752
                 */
                vin?: string;
                /**
                 * @description Only orders with this status.
                 * @example READY_FOR_PICKUP
                 */
                status?: components["schemas"]["OrderStatus"];
                /**
                 * @description Page number, from 0.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Items per page, at most 100.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /**
                 * @description `createdAt`, `updatedAt`, `purchaseDate` or `externalOrderId`, a comma, and `asc` or `desc`.
                 * @example purchaseDate,asc
                 */
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelRequest"];
            };
        };
        responses: {
            /** @description The cancelled order. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["CancelConflict"];
            422: components["responses"]["CancelInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listOrderDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The documents of the order. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    uploadOrderDocument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["OrderDocumentUpload"];
            };
        };
        responses: {
            /** @description The document was stored. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["OrderDocumentConflict"];
            422: components["responses"]["DocumentUploadInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listInvoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoices of the order. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    submitInvoice: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceRequest"];
            };
        };
        responses: {
            /** @description The invoice of this type was replaced. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description The first invoice of this type was stored. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["InvoiceConflict"];
            422: components["responses"]["InvoiceInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    submitPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The seller that the caller acts for; must be one of the authorized partners.
                 * @example 3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31
                 */
                sellerId: components["parameters"]["SellerId"];
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentRequest"];
            };
        };
        responses: {
            /** @description The payment was recorded. */
            201: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderOrDocumentNotFound"];
            409: components["responses"]["PaymentConflict"];
            422: components["responses"]["PaymentInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    confirmPickup: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PickupRequest"];
            };
        };
        responses: {
            /** @description The transport after the pickup. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderOrDocumentNotFound"];
            409: components["responses"]["PickupConflict"];
            422: components["responses"]["TransportInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    revokePickup: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PickupRevocationRequest"];
            };
        };
        responses: {
            /** @description The transport after the revocation. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            409: components["responses"]["PickupRevocationConflict"];
            422: components["responses"]["PickupRevocationInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    confirmDelivery: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeliveryRequest"];
            };
        };
        responses: {
            /** @description The transport after the delivery. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderOrDocumentNotFound"];
            409: components["responses"]["DeliveryConflict"];
            422: components["responses"]["TransportInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getTransport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transport of the order. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transport"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getOrderCompliance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rollup. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceRollup"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OrderNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getExportFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The order.
                 * @example 9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946
                 */
                uuid: components["parameters"]["OrderUuid"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest Export File; download it at `downloadUrl`. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportFile"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ExportFileNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The document.
                 * @example 60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DocumentNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` of an earlier response. Without it the change is made unconditionally.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The document.
                 * @example 60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentPatch"];
            };
        };
        responses: {
            /** @description The archived document record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["DocumentNotFound"];
            409: components["responses"]["DocumentConflict"];
            422: components["responses"]["DocumentPatchInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    downloadDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document.
                 * @example 60a3d8f5-1c4b-4e97-a2d6-09f7b3e5c81a
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content, as uploaded or generated. */
            200: {
                headers: {
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/jpeg": string;
                    "image/png": string;
                    "application/octet-stream": string;
                    "*/*": unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DocumentForbidden"];
            404: components["responses"]["DocumentNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoints of the organization. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreateRequest"];
            };
        };
        responses: {
            /** @description The webhook endpoint was registered. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["KeyInFlight"];
            422: components["responses"]["WebhookInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of responses that the client already has, or `*`. If one is current, the response is 304 without a body.
                 * @example "2"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint is gone. */
            204: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["KeyInFlight"];
            422: components["responses"]["InvalidOrKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` of an earlier response. Without it the change is made unconditionally.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The changed webhook endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["WebhookVersionConflict"];
            422: components["responses"]["WebhookInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries of this status.
                 * @example FAILED
                 */
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /**
                 * @description Only deliveries created after this time: ISO 8601 with `Z` or an offset, to the minute or finer; a date alone is its midnight in UTC.
                 * @example 2026-10-22T00:00:00Z
                 */
                since?: string;
                /**
                 * @description Page number, from 0.
                 * @example 0
                 */
                page?: components["parameters"]["Page"];
                /**
                 * @description Items per page, at most 100.
                 * @example 20
                 */
                size?: components["parameters"]["Size"];
                /**
                 * @description `createdAt`, `lastAttemptAt` or `attempts`, a comma, and `asc` or `desc`.
                 * @example createdAt,asc
                 */
                sort?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            404: components["responses"]["WebhookNotFound"];
            422: components["responses"]["InvalidParameters"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
                /**
                 * @description The delivery. Any string is looked up, so a wrong one returns 404.
                 * @example del_01JBE2A5S8D1F4G7H0J3K6Q9WX
                 */
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted; the new delivery. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            404: components["responses"]["WebhookDeliveryNotFound"];
            409: components["responses"]["WebhookPausedConflict"];
            422: components["responses"]["InvalidOrKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies one logical write; a UUID is recommended. The same key with the same request returns the stored response for 24 hours, with a different one 422.
                 * @example 7b1f4c2e-95d8-4e03-a6b7-2c8d0f9e1a54
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The webhook endpoint. Any string is looked up, so a wrong one returns 404.
                 * @example wh_01JA8Z0Q4T6V8X2C5N7R9B3DKM
                 */
                id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestRequest"];
            };
        };
        responses: {
            /** @description Accepted; the delivery of the test event. */
            202: {
                headers: {
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    "X-RateLimit-Limit": components["headers"]["XRateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["XRateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["XRateLimitReset"];
                    "X-RateLimit-Category": components["headers"]["XRateLimitCategory"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["MalformedRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["DpaNotAccepted"];
            404: components["responses"]["WebhookNotFound"];
            409: components["responses"]["WebhookPausedConflict"];
            422: components["responses"]["WebhookTestInvalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
        };
    };
    onComplianceStatusChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "compliance.status_changed";
                    data?: components["schemas"]["compliance.status_changed"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onComplianceDecisionMade: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "compliance.decision_made";
                    data?: components["schemas"]["compliance.decision_made"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onKycViesCheckFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "kyc.vies_check_failed";
                    data?: components["schemas"]["kyc.vies_check_failed"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onKycVerificationCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "kyc.verification_completed";
                    data?: components["schemas"]["kyc.verification_completed"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onExportFileGenerated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "export_file.generated";
                    data?: components["schemas"]["export_file.generated"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onProspectSubmitted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "prospect.submitted";
                    data?: components["schemas"]["prospect.submitted"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onSelfServiceInvitationUsed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "self_service_invitation.used";
                    data?: components["schemas"]["self_service_invitation.used"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onSelfServiceInvitationExpired: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "self_service_invitation.expired";
                    data?: components["schemas"]["self_service_invitation.expired"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onWebhookEndpointAutoPaused: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "webhook.endpoint_auto_paused";
                    data?: components["schemas"]["webhook.endpoint_auto_paused"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
    onWebhookDeliveryFailedTerminal: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Signature over the raw body, made with the webhook endpoint's secret. Its time stamp must be within 5 minutes of now. Algorithm and format are not shown.
                 * @example t=1792584003,v1=5f2b8c0d7e9a14637cb05d8e2f61a93470bd5c8e1f2a6d903b74e8c5a1f0d296
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["event-envelope"] & {
                    /** @constant */
                    type?: "webhook.delivery_failed_terminal";
                    data?: components["schemas"]["webhook.delivery_failed_terminal"];
                };
            };
        };
        responses: {
            "2XX": components["responses"]["EventAccepted"];
            default: components["responses"]["EventRefused"];
        };
    };
}
export interface Api {
    readonly getOrganization: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getOrganization"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getOrganization"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getOrganization"]["responses"][200]["content"]["application/json"] };
    };
    readonly listBuyers: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listBuyers"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listBuyers"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listBuyers"]["responses"][200]["content"]["application/json"] };
    };
    readonly upsertBuyer: {
        readonly method: "POST";
        readonly path: NonNullable<operations["upsertBuyer"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["upsertBuyer"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["upsertBuyer"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["upsertBuyer"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["upsertBuyer"]["responses"][200]["content"]["application/json"]; readonly 201: operations["upsertBuyer"]["responses"][201]["content"]["application/json"] };
    };
    readonly getBuyer: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getBuyer"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getBuyer"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getBuyer"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getBuyer"]["responses"][200]["content"]["application/json"] };
    };
    readonly updateBuyer: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["updateBuyer"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["updateBuyer"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["updateBuyer"]["parameters"]["header"]>["Idempotency-Key"]>; readonly "if-match"?: NonNullable<NonNullable<operations["updateBuyer"]["parameters"]["header"]>["If-Match"]> };
        readonly body: Parsed<NonNullable<operations["updateBuyer"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["updateBuyer"]["responses"][200]["content"]["application/json"] };
    };
    readonly listBuyerDocuments: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listBuyerDocuments"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listBuyerDocuments"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listBuyerDocuments"]["responses"][200]["content"]["application/json"] };
    };
    readonly uploadBuyerDocument: {
        readonly method: "POST";
        readonly path: NonNullable<operations["uploadBuyerDocument"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["uploadBuyerDocument"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["uploadBuyerDocument"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: NonNullable<operations["uploadBuyerDocument"]["requestBody"]>["content"]["multipart/form-data"];
        readonly responses: { readonly 201: operations["uploadBuyerDocument"]["responses"][201]["content"]["application/json"] };
    };
    readonly requestViesCheck: {
        readonly method: "POST";
        readonly path: NonNullable<operations["requestViesCheck"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["requestViesCheck"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["requestViesCheck"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: undefined;
        readonly responses: { readonly 202: operations["requestViesCheck"]["responses"][202]["content"]["application/json"] };
    };
    readonly getViesCheck: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getViesCheck"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getViesCheck"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getViesCheck"]["responses"][200]["content"]["application/json"] };
    };
    readonly startKycVerification: {
        readonly method: "POST";
        readonly path: NonNullable<operations["startKycVerification"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["startKycVerification"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["startKycVerification"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: undefined;
        readonly responses: { readonly 202: operations["startKycVerification"]["responses"][202]["content"]["application/json"] };
    };
    readonly getKycVerification: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getKycVerification"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getKycVerification"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getKycVerification"]["responses"][200]["content"]["application/json"] };
    };
    readonly createKycInvitation: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createKycInvitation"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createKycInvitation"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["createKycInvitation"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["createKycInvitation"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 201: operations["createKycInvitation"]["responses"][201]["content"]["application/json"] };
    };
    readonly createProspectInvitation: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createProspectInvitation"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createProspectInvitation"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["createProspectInvitation"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["createProspectInvitation"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 201: operations["createProspectInvitation"]["responses"][201]["content"]["application/json"] };
    };
    readonly listProspects: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listProspects"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listProspects"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listProspects"]["responses"][200]["content"]["application/json"] };
    };
    readonly getProspect: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getProspect"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getProspect"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getProspect"]["responses"][200]["content"]["application/json"] };
    };
    readonly getSelfServiceInvitation: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getSelfServiceInvitation"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getSelfServiceInvitation"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getSelfServiceInvitation"]["responses"][200]["content"]["application/json"] };
    };
    readonly submitSelfServiceKyc: {
        readonly method: "POST";
        readonly path: NonNullable<operations["submitSelfServiceKyc"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["submitSelfServiceKyc"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key"?: NonNullable<NonNullable<operations["submitSelfServiceKyc"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["submitSelfServiceKyc"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["submitSelfServiceKyc"]["responses"][200]["content"]["application/json"] };
    };
    readonly submitSelfServiceProspect: {
        readonly method: "POST";
        readonly path: NonNullable<operations["submitSelfServiceProspect"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["submitSelfServiceProspect"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key"?: NonNullable<NonNullable<operations["submitSelfServiceProspect"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["submitSelfServiceProspect"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["submitSelfServiceProspect"]["responses"][201]["content"]["application/json"] };
    };
    readonly createOrder: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createOrder"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createOrder"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["createOrder"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["createOrder"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["createOrder"]["responses"][200]["content"]["application/json"]; readonly 201: operations["createOrder"]["responses"][201]["content"]["application/json"] };
    };
    readonly getOrder: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getOrder"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getOrder"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getOrder"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getOrder"]["responses"][200]["content"]["application/json"] };
    };
    readonly findOrders: {
        readonly method: "GET";
        readonly path: NonNullable<operations["findOrders"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["findOrders"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["findOrders"]["responses"][200]["content"]["application/json"] };
    };
    readonly cancelOrder: {
        readonly method: "POST";
        readonly path: NonNullable<operations["cancelOrder"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["cancelOrder"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["cancelOrder"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["cancelOrder"]["requestBody"]>["content"]["application/json"]> | undefined;
        readonly responses: { readonly 200: operations["cancelOrder"]["responses"][200]["content"]["application/json"] };
    };
    readonly listOrderDocuments: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listOrderDocuments"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listOrderDocuments"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listOrderDocuments"]["responses"][200]["content"]["application/json"] };
    };
    readonly uploadOrderDocument: {
        readonly method: "POST";
        readonly path: NonNullable<operations["uploadOrderDocument"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["uploadOrderDocument"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["uploadOrderDocument"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: NonNullable<operations["uploadOrderDocument"]["requestBody"]>["content"]["multipart/form-data"];
        readonly responses: { readonly 201: operations["uploadOrderDocument"]["responses"][201]["content"]["application/json"] };
    };
    readonly listInvoices: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listInvoices"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listInvoices"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listInvoices"]["responses"][200]["content"]["application/json"] };
    };
    readonly submitInvoice: {
        readonly method: "POST";
        readonly path: NonNullable<operations["submitInvoice"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["submitInvoice"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["submitInvoice"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["submitInvoice"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["submitInvoice"]["responses"][200]["content"]["application/json"]; readonly 201: operations["submitInvoice"]["responses"][201]["content"]["application/json"] };
    };
    readonly submitPayment: {
        readonly method: "POST";
        readonly path: NonNullable<operations["submitPayment"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["submitPayment"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["submitPayment"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["submitPayment"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["submitPayment"]["responses"][201]["content"]["application/json"] };
    };
    readonly confirmPickup: {
        readonly method: "POST";
        readonly path: NonNullable<operations["confirmPickup"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["confirmPickup"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["confirmPickup"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["confirmPickup"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["confirmPickup"]["responses"][200]["content"]["application/json"] };
    };
    readonly revokePickup: {
        readonly method: "POST";
        readonly path: NonNullable<operations["revokePickup"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["revokePickup"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["revokePickup"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["revokePickup"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["revokePickup"]["responses"][200]["content"]["application/json"] };
    };
    readonly confirmDelivery: {
        readonly method: "POST";
        readonly path: NonNullable<operations["confirmDelivery"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["confirmDelivery"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["confirmDelivery"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["confirmDelivery"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["confirmDelivery"]["responses"][200]["content"]["application/json"] };
    };
    readonly getTransport: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getTransport"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getTransport"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getTransport"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getTransport"]["responses"][200]["content"]["application/json"] };
    };
    readonly getOrderCompliance: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getOrderCompliance"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getOrderCompliance"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getOrderCompliance"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getOrderCompliance"]["responses"][200]["content"]["application/json"] };
    };
    readonly getExportFile: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getExportFile"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getExportFile"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getExportFile"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getExportFile"]["responses"][200]["content"]["application/json"] };
    };
    readonly getDocument: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getDocument"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getDocument"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getDocument"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getDocument"]["responses"][200]["content"]["application/json"] };
    };
    readonly updateDocument: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["updateDocument"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["updateDocument"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["updateDocument"]["parameters"]["header"]>["Idempotency-Key"]>; readonly "if-match"?: NonNullable<NonNullable<operations["updateDocument"]["parameters"]["header"]>["If-Match"]> };
        readonly body: Parsed<NonNullable<operations["updateDocument"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["updateDocument"]["responses"][200]["content"]["application/json"] };
    };
    readonly downloadDocument: {
        readonly method: "GET";
        readonly path: NonNullable<operations["downloadDocument"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["downloadDocument"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: never };
    };
    readonly listWebhooks: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listWebhooks"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listWebhooks"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listWebhooks"]["responses"][200]["content"]["application/json"] };
    };
    readonly createWebhook: {
        readonly method: "POST";
        readonly path: NonNullable<operations["createWebhook"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["createWebhook"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["createWebhook"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["createWebhook"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 201: operations["createWebhook"]["responses"][201]["content"]["application/json"] };
    };
    readonly getWebhook: {
        readonly method: "GET";
        readonly path: NonNullable<operations["getWebhook"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["getWebhook"]["parameters"]["query"]>;
        readonly header: { readonly "if-none-match"?: NonNullable<NonNullable<operations["getWebhook"]["parameters"]["header"]>["If-None-Match"]> };
        readonly body: undefined;
        readonly responses: { readonly 200: operations["getWebhook"]["responses"][200]["content"]["application/json"] };
    };
    readonly deleteWebhook: {
        readonly method: "DELETE";
        readonly path: NonNullable<operations["deleteWebhook"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["deleteWebhook"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["deleteWebhook"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: undefined;
        readonly responses: { readonly 204: undefined };
    };
    readonly updateWebhook: {
        readonly method: "PATCH";
        readonly path: NonNullable<operations["updateWebhook"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["updateWebhook"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["updateWebhook"]["parameters"]["header"]>["Idempotency-Key"]>; readonly "if-match"?: NonNullable<NonNullable<operations["updateWebhook"]["parameters"]["header"]>["If-Match"]> };
        readonly body: Parsed<NonNullable<operations["updateWebhook"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 200: operations["updateWebhook"]["responses"][200]["content"]["application/json"] };
    };
    readonly listWebhookDeliveries: {
        readonly method: "GET";
        readonly path: NonNullable<operations["listWebhookDeliveries"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["listWebhookDeliveries"]["parameters"]["query"]>;
        readonly header: never;
        readonly body: undefined;
        readonly responses: { readonly 200: operations["listWebhookDeliveries"]["responses"][200]["content"]["application/json"] };
    };
    readonly replayWebhookDelivery: {
        readonly method: "POST";
        readonly path: NonNullable<operations["replayWebhookDelivery"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["replayWebhookDelivery"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["replayWebhookDelivery"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: undefined;
        readonly responses: { readonly 202: operations["replayWebhookDelivery"]["responses"][202]["content"]["application/json"] };
    };
    readonly testWebhook: {
        readonly method: "POST";
        readonly path: NonNullable<operations["testWebhook"]["parameters"]["path"]>;
        readonly query: NonNullable<operations["testWebhook"]["parameters"]["query"]>;
        readonly header: { readonly "idempotency-key": NonNullable<NonNullable<operations["testWebhook"]["parameters"]["header"]>["Idempotency-Key"]> };
        readonly body: Parsed<NonNullable<operations["testWebhook"]["requestBody"]>["content"]["application/json"]>;
        readonly responses: { readonly 202: operations["testWebhook"]["responses"][202]["content"]["application/json"] };
    };
}
