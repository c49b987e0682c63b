// Made by "npm run generate" from fixtures/fixtures.schema.json: edit that.
type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type Members = Readonly<Record<string, Json>>;
export type NameFile = string;
export type UuidFile = string;
export type AgoFile = string;
export type DayFile = string | {
    readonly ago: AgoFile;
};
export type SellerFile = "first" | "second" | "third" | "fourth" | "fifth" | "sixth";
export type AmountFile = number;
export type VinFile = string;
export type FileFile = string;
export interface PersonFile {
    /** First name. */
    readonly firstName: string;
    /** Last name. */
    readonly lastName: string;
    /**
     * Format: email
     * E-mail address.
     */
    readonly email: string;
    /** Telephone number. */
    readonly phone?: string;
}
export interface AddressFile {
    /** Street and number. */
    readonly street: string;
    /** Post code. */
    readonly postCode: string;
    /** City. */
    readonly city: string;
    /** ISO 3166-1 alpha-2 country code. Greece is GR although its VAT prefix is EL. */
    readonly country: string;
}
export interface BuyerFile {
    /** What other fixtures call the buyer. */
    readonly name: NameFile;
    /** Its purpose, in one sentence; shown in docs/fixtures.md. */
    readonly about: string;
    /** Its UUID where the ids of the set are fixed; drawn when left out, and in other sandboxes. */
    readonly id?: UuidFile;
    /** UUID of its address, where ids are fixed. */
    readonly addressId?: UuidFile;
    readonly seller: SellerFile;
    /** When it was created. */
    readonly ago: AgoFile;
    /** Invented VAT number with valid check digits, or a test number. What VIES says follows from it. */
    readonly vatNumber: string;
    /** Invented company name. */
    readonly companyName: string;
    readonly address: AddressFile;
    /** Contacts; stored, never answered. */
    readonly contacts?: readonly PersonFile[];
    /**
     * The mode in which it was created. MARKETPLACE_LED needs a capability; where that is missing, the buyer and its orders are left out.
     * @enum {string}
     */
    readonly kycMode: "MARKETPLACE_LED" | "SERVICE_LED";
    /** What happened since. */
    readonly history?: readonly BuyerMomentFile[];
}
export interface BuyerMomentFile {
    readonly ago: AgoFile;
    /** Where ids are fixed, the id of the first record that the call creates, under the name that it has there. */
    readonly as?: {
        readonly id?: UuidFile;
        readonly sessionId?: UuidFile;
    };
    /** A VIES check was requested. */
    readonly requestViesCheck?: Record<string, never>;
    /** A KYC document was uploaded. */
    readonly uploadBuyerDocument?: {
        /**
         * Type of KYC document.
         * @enum {string}
         */
        readonly type: "COMPANY_REGISTRATION" | "VAT_CERTIFICATE" | "IDENTITY_DOCUMENT" | "PROOF_OF_ADDRESS" | "POWER_OF_ATTORNEY";
        readonly file: FileFile;
    };
    /** A verification of Mode B was started. It ends by itself after a minute. */
    readonly startKycVerification?: Record<string, never>;
    /** The buyer was changed. */
    readonly updateBuyer?: {
        /**
         * The upgrade to Mode B.
         */
        readonly kycMode?: "SERVICE_LED";
        /** Another name. */
        readonly companyName?: string;
        readonly address?: AddressFile;
    };
    /** The verification that is running was rejected. */
    readonly kyc_rejected?: {
        /** The reason. */
        readonly reason?: string;
    };
    /** The operator blocked the buyer. */
    readonly buyer_blocked?: Record<string, never>;
    /** The operator unblocked the buyer. */
    readonly buyer_unblocked?: Record<string, never>;
}
export interface VehicleFile {
    readonly vin: VinFile;
    /** Make. */
    readonly brand: string;
    /** Model. */
    readonly model: string;
    /** Kilometres. At most 6,000 make it a new means of transport. */
    readonly mileage?: number;
    /** Day of the first registration. At most six months before the pickup make it a new means of transport. */
    readonly firstRegistration?: DayFile;
    /** Purchase amount, in minor units of the order's currency. */
    readonly amount: AmountFile;
}
export interface OrderFile {
    /** What other fixtures call the order. */
    readonly name: NameFile;
    /** Its purpose, in one sentence; shown in docs/fixtures.md. */
    readonly about: string;
    /** Its UUID where the ids of the set are fixed; drawn when left out, and in other sandboxes. */
    readonly id?: UuidFile;
    readonly seller: SellerFile;
    /** When it was created. */
    readonly ago: AgoFile;
    /** The seller's own number. */
    readonly externalOrderId: string;
    /** Name of a buyer of the same seller. */
    readonly buyer: NameFile;
    /** Day of the purchase; the day on which the order was created when left out. */
    readonly purchaseDate?: DayFile;
    readonly responsibleContact?: PersonFile;
    /**
     * ISO 4217 code.
     * @default EUR
     */
    readonly currency?: string;
    /** Its vehicles. More than one needs a capability; where that is missing, the order is left out. */
    readonly vins: readonly VehicleFile[];
    /**
     * Where its history leads. When the workflow leads elsewhere, the file is refused.
     * @enum {string}
     */
    readonly status: "CREATED" | "INVOICE_SUBMITTED" | "PAYMENT_SUBMITTED" | "READY_FOR_PICKUP" | "TRANSPORT_IN_PROGRESS" | "TRANSPORT_COMPLETED" | "COMPLIANCE_VALID" | "COMPLIANCE_INVALID" | "CANCELLED";
    /**
     * The decision of its verdict; left out where there is none.
     * @enum {string}
     */
    readonly decision?: "VALID_EXPORT" | "VAT_APPLICABLE";
    /** What happened since. */
    readonly history?: readonly OrderMomentFile[];
}
export interface OrderMomentFile {
    readonly ago: AgoFile;
    /** Where ids are fixed, the id of the first record that the call creates, under the name that it has there. */
    readonly as?: {
        readonly id?: UuidFile;
    };
    /** An invoice was submitted. */
    readonly submitInvoice?: {
        /**
         * PRELIMINARY until there is one, then FINAL, when left out.
         * @enum {string}
         */
        readonly type?: "PRELIMINARY" | "FINAL";
        /** Invoice number. */
        readonly invoiceNumber: string;
        /** Invoice date. When left out: that of the invoice that it corrects, else the day of the call. */
        readonly invoiceDate?: DayFile;
        /** Whether the amount includes VAT. When left out: as the VAT rules have it for a final invoice, else false. */
        readonly vatIncluded?: boolean;
        /** Whether the sale is under the margin scheme; false when left out. */
        readonly marginScheme?: boolean;
        /** The total of the order when left out, for a final invoice with the VAT that is due. */
        readonly amount?: MoneyFile;
    };
    /** A document of the order was uploaded. */
    readonly uploadOrderDocument?: {
        /**
         * Type of document.
         * @enum {string}
         */
        readonly type: "INVOICE" | "PROOF_OF_PAYMENT" | "CMR" | "PICKUP_DECLARATION" | "DELIVERY_DECLARATION";
        readonly file: FileFile;
        /** The vehicle that it is about; all of them when left out. */
        readonly vin?: VinFile;
    };
    /** A document was archived. */
    readonly updateDocument?: {
        /** The document, by its file. */
        readonly documentId: FileFile;
        /**
         * Its status.
         */
        readonly status: "ARCHIVED";
    };
    /** A payment was submitted. */
    readonly submitPayment?: {
        /** What is still outstanding when left out. */
        readonly amount?: MoneyFile;
        /** When it was paid. When left out: half an hour before the upload of the document that proves it, or the instant of the call if it names none. */
        readonly paidAt?: PastFile;
        /** Reference of the payment. */
        readonly reference?: string;
        /** The document that proves it, by its file. */
        readonly documentId?: FileFile;
    };
    /** A pickup was confirmed. */
    readonly confirmPickup?: {
        /** The vehicles that it is about; all that stand where the step begins when left out. */
        readonly vins?: readonly VinFile[];
        /** When the vehicles were picked up. When left out: half an hour before the upload of the document that proves it, or the instant of the call if it names none. */
        readonly pickedUpAt?: PastFile;
        /** The CMR note, by its file. */
        readonly cmrDocumentId?: FileFile;
        /** The declaration, by its file. */
        readonly declarationDocumentId?: FileFile;
    };
    /** Pickups were revoked. */
    readonly revokePickup?: {
        /** The vehicles that it is about; all that stand where the step begins when left out. */
        readonly vins?: readonly VinFile[];
        /** The reason. */
        readonly reason: string;
    };
    /** A delivery was confirmed. */
    readonly confirmDelivery?: {
        /** The vehicles that it is about; all that stand where the step begins when left out. */
        readonly vins?: readonly VinFile[];
        /** When the vehicles were delivered. When left out: half an hour before the upload of the document that proves it, or the instant of the call if it names none. A CMR note does not count. */
        readonly deliveredAt?: PastFile;
        /** The CMR note, by its file. */
        readonly cmrDocumentId?: FileFile;
        /** The declaration, by its file. */
        readonly declarationDocumentId?: FileFile;
    };
    /** The order was cancelled. */
    readonly cancelOrder?: {
        /** The reason. */
        readonly reason?: string;
    };
}
export type SecretFile = string;
export interface MoneyFile {
    readonly value: AmountFile;
    /** ISO 4217 code. */
    readonly currency: string;
}
export interface PastFile {
    readonly ago: AgoFile;
}
export interface InvitationFile {
    /** What other fixtures call the invitation. */
    readonly name: NameFile;
    /** Its purpose, in one sentence; shown in docs/fixtures.md. */
    readonly about: string;
    /** Its UUID where the ids of the set are fixed; drawn when left out, and in other sandboxes. */
    readonly id?: UuidFile;
    readonly secret?: SecretFile;
    /** Name of the invited buyer. */
    readonly buyer?: NameFile;
    readonly seller?: SellerFile;
    /** When it was made. */
    readonly ago: AgoFile;
    /** Its use. */
    readonly history?: readonly InvitationMomentFile[];
}
export interface InvitationMomentFile {
    readonly ago: AgoFile;
    /** Where ids are fixed, the id of the first record that the call creates, under the name that it has there. */
    readonly as?: {
        readonly uuid?: UuidFile;
    };
    /** The buyer submitted this. */
    readonly submitSelfServiceKyc?: {
        /** Company name. */
        readonly companyName: string;
        /** Number in the company register. */
        readonly registrationNumber?: string;
        readonly address: AddressFile;
        readonly representative: PersonFile;
    };
    /** The prospect submitted this; a company has a companyName, a consumer none. */
    readonly submitSelfServiceProspect?: {
        /**
         * Kind of prospect.
         * @enum {string}
         */
        readonly type: "COMPANY" | "CONSUMER";
        /** Name of the company. */
        readonly companyName?: string;
        /** First name. */
        readonly firstName: string;
        /** Last name. */
        readonly lastName: string;
        /**
         * Format: email
         * E-mail address.
         */
        readonly email: string;
    };
}
export interface FixturesFile {
    /** Buyers, each of one seller. */
    readonly buyers?: readonly BuyerFile[];
    /** Orders, each with the steps that it has taken. */
    readonly orders?: readonly OrderFile[];
    /** Links that ask a buyer for its KYC data, or through which prospects submit themselves. Prospects come about in no other way. */
    readonly invitations?: readonly InvitationFile[];
}
