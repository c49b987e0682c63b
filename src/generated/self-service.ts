/** spec/self-service.yaml, made by "npm run generate". */
export const SELF_SERVICE_FORMS = {
  KYC: {
    title: "Your company details",
    lead: "Your trading partner needs these details to verify your company before it sells you a vehicle.",
    operation: "kyc",
    done: "Your trading partner has received your details.",
    groups: [
      {
        legend: "Company",
        fields: [
          { name: "companyName", label: "Company name", autofill: "organization", wide: true },
          {
            name: "registrationNumber",
            label: "Company register number",
            autofill: "off",
            optional: true,
            wide: true,
          },
          {
            name: "address.street",
            label: "Street and number",
            autofill: "address-line1",
            wide: true,
          },
          { name: "address.postCode", label: "Postcode", autofill: "postal-code" },
          { name: "address.city", label: "City", autofill: "address-level2" },
          {
            name: "address.country",
            label: "Country",
            autofill: "country",
            hint: "Two letters, such as PL",
          },
        ],
      },
      {
        legend: "Who acts for the company",
        fields: [
          { name: "representative.firstName", label: "First name", autofill: "given-name" },
          { name: "representative.lastName", label: "Last name", autofill: "family-name" },
          { name: "representative.email", label: "Email", autofill: "email", type: "email" },
          {
            name: "representative.phone",
            label: "Phone",
            autofill: "tel",
            type: "tel",
            optional: true,
          },
        ],
      },
    ],
  },
  PROSPECT: {
    title: "Introduce yourself",
    lead: "Tell the seller who you are, so that you can buy a vehicle.",
    operation: "prospect",
    done: "The seller has received your details and will contact you.",
    groups: [
      {
        legend: "About you",
        fields: [
          {
            name: "type",
            label: "You buy as",
            autofill: "off",
            wide: true,
            options: [
              ["COMPANY", "A company"],
              ["CONSUMER", "A private person"],
            ],
          },
          {
            name: "companyName",
            label: "Company name",
            autofill: "organization",
            optional: true,
            wide: true,
            hint: "Only if you buy as a company",
          },
          { name: "firstName", label: "First name", autofill: "given-name" },
          { name: "lastName", label: "Last name", autofill: "family-name" },
          { name: "email", label: "Email", autofill: "email", type: "email", wide: true },
        ],
      },
    ],
  },
} as const;
