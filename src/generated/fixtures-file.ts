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
    /** A VIES check was requested. */
    readonly viesCheck?: {
        /** UUID of the check, where ids are fixed. */
        readonly id?: UuidFile;
    };
    /** A KYC document was uploaded. */
    readonly document?: {
        /** UUID of the document, where ids are fixed. */
        readonly id?: UuidFile;
        /**
         * Type of KYC document.
         * @enum {string}
         */
        readonly type: "COMPANY_REGISTRATION" | "VAT_CERTIFICATE" | "IDENTITY_DOCUMENT" | "PROOF_OF_ADDRESS" | "POWER_OF_ATTORNEY";
        readonly file: FileFile;
    };
    /** A verification of Mode B was started. It ends by itself after a minute. */
    readonly verification?: {
        /** The sessionId, where ids are fixed. */
        readonly id?: UuidFile;
    };
    /** The verification that is running was rejected, for this reason. */
    readonly rejection?: string;
    /** The buyer was changed. */
    readonly patch?: {
        /**
         * The upgrade to Mode B.
         */
        readonly kycMode?: "SERVICE_LED";
        /** Another name. */
        readonly companyName?: string;
        readonly address?: AddressFile;
    };
    /**
     * The operator blocked or unblocked the buyer.
     * @enum {string}
     */
    readonly status?: "ACTIVE" | "BLOCKED";
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
    /** UUIDs of the generations of its Export File, where ids are fixed. */
    readonly exportFileIds?: readonly UuidFile[];
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
    /** An invoice was submitted. */
    readonly invoice?: {
        /**
         * PRELIMINARY until there is one, then FINAL, when left out.
         * @enum {string}
         */
        readonly type?: "PRELIMINARY" | "FINAL";
        /** Invoice number. */
        readonly number: string;
        /** Invoice date; the day of the submission when left out. */
        readonly date?: DayFile;
        /** Whether the amount includes VAT. */
        readonly vatIncluded: boolean;
        /** Whether the sale is under the margin scheme. */
        readonly marginScheme: boolean;
        /** The total of the order when left out. */
        readonly amount?: AmountFile;
    };
    /** A document of the order was uploaded. */
    readonly document?: {
        /** What later moments of the order call it. */
        readonly name?: NameFile;
        /** UUID of the document, where ids are fixed. */
        readonly id?: UuidFile;
        /**
         * Type of document.
         * @enum {string}
         */
        readonly type: "INVOICE" | "PROOF_OF_PAYMENT" | "CMR" | "PICKUP_DECLARATION" | "DELIVERY_DECLARATION";
        /** The vehicle that it is about; all of them when left out. */
        readonly vin?: VinFile;
        readonly file: FileFile;
    };
    /** The document of this name was archived. */
    readonly archive?: NameFile;
    /** A payment was submitted. */
    readonly payment?: {
        /** What is still outstanding when left out. */
        readonly amount?: AmountFile;
        /** How long ago it took place. When left out: half an hour before the upload of the document that proves it, or the instant of the report if none is named. */
        readonly happened?: AgoFile;
        /** Reference of the payment. */
        readonly reference?: string;
        /** Name of the order's document that proves it. */
        readonly proof?: NameFile;
    };
    /** A pickup is confirmed, by the operation of that name. */
    readonly pickup?: {
        /** The vehicles that it is about; all that stand where the step begins when left out. */
        readonly vins?: readonly VinFile[];
        /** How long ago it took place. When left out: half an hour before the upload of the document that proves it, or the instant of the report if none is named. */
        readonly happened?: AgoFile;
        /** Name of the order's document that is the CMR note. */
        readonly cmr?: NameFile;
        /** Name of the order's document that is the declaration. */
        readonly declaration?: NameFile;
    };
    /** Pickups were revoked. */
    readonly revocation?: {
        /** The vehicles that it is about; all that stand where the step begins when left out. */
        readonly vins?: readonly VinFile[];
        /** The reason. */
        readonly reason: string;
    };
    /** A delivery is confirmed, by the operation of that name. */
    readonly delivery?: {
        /** The vehicles that it is about; all that stand where the step begins when left out. */
        readonly vins?: readonly VinFile[];
        /** How long ago it took place. When left out: half an hour before the upload of the document that proves it, or the instant of the report if none is named. */
        readonly happened?: AgoFile;
        /** Name of the order's document that is the CMR note. */
        readonly cmr?: NameFile;
        /** Name of the order's document that is the declaration. */
        readonly declaration?: NameFile;
    };
    /** The order was cancelled. */
    readonly cancellation?: {
        /** The reason. */
        readonly reason?: string;
    };
}
export type SecretFile = string;
export interface KycInvitationFile {
    /** What other fixtures call the invitation. */
    readonly name: NameFile;
    /** Its purpose, in one sentence; shown in docs/fixtures.md. */
    readonly about: string;
    /** Its UUID where the ids of the set are fixed; drawn when left out, and in other sandboxes. */
    readonly id?: UuidFile;
    readonly secret?: SecretFile;
    /** Name of the invited buyer. */
    readonly buyer: NameFile;
    /** When it was made. */
    readonly ago: AgoFile;
    /** It was used. */
    readonly used?: {
        readonly ago: AgoFile;
        /** What the buyer submitted. */
        readonly submission: {
            /** Company name. */
            readonly companyName: string;
            /** Number in the company register. */
            readonly registrationNumber?: string;
            readonly address: AddressFile;
            readonly representative: PersonFile;
        };
    };
}
export interface ProspectInvitationFile {
    /** What other fixtures call the invitation. */
    readonly name: NameFile;
    /** Its purpose, in one sentence; shown in docs/fixtures.md. */
    readonly about: string;
    /** Its UUID where the ids of the set are fixed; drawn when left out, and in other sandboxes. */
    readonly id?: UuidFile;
    readonly secret?: SecretFile;
    readonly seller: SellerFile;
    /** When it was made. */
    readonly ago: AgoFile;
    /** It was used. */
    readonly used?: {
        readonly ago: AgoFile;
        /** UUID of the prospect, where ids are fixed. */
        readonly id?: UuidFile;
        /** What the prospect submitted; a company has a companyName, a consumer none. */
        readonly submission: {
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
    };
}
export interface FixturesFile {
    /** Buyers, each of one seller. */
    readonly buyers?: readonly BuyerFile[];
    /** Orders, each with the steps that it has taken. */
    readonly orders?: readonly OrderFile[];
    /** Links that ask a buyer for its KYC data. */
    readonly kycInvitations?: readonly KycInvitationFile[];
    /** Links through which prospects submit themselves. Prospects come about in no other way. */
    readonly prospectInvitations?: readonly ProspectInvitationFile[];
}
