/** spec/papers.yaml, made by "npm run generate". */
export const PAPERS = {
  INVOICE: {
    title: "{invoiceTitle}",
    subtitle: "Order {order}",
    sections: [
      {
        kind: "fields",
        title: "Invoice",
        groups: [
          {
            fields: [
              ["Number", "{invoiceNumber}"],
              ["Date", "{invoiceDate}"],
            ],
          },
          { fields: [["Order", "{order}"]] },
        ],
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Seller", lines: ["{seller}"] },
            { title: "Buyer", lines: ["{buyer}"] },
          ],
        ],
      },
      "{invoiceLines}",
      { kind: "notes", title: "VAT", notes: ["{vatNote}"] },
    ],
  },
  PROOF_OF_PAYMENT: {
    title: "Transfer confirmation",
    subtitle: "Bank transfer, executed",
    sections: [
      {
        kind: "boxes",
        rows: [
          [
            { title: "Ordered by", lines: ["{buyerName}", "{buyerCity}, {buyerCountry}"] },
            { title: "In favour of", lines: ["{seller}"] },
          ],
          [
            { title: "Amount", lines: ["{paid}"] },
            { title: "Executed", lines: ["{executed}"] },
          ],
          [
            { title: "Reference", lines: ["{reference}"] },
            { title: "Charges", lines: ["Shared (SHA)"] },
          ],
        ],
      },
      {
        kind: "notes",
        title: "Status",
        notes: ["The transfer was executed and cannot be recalled."],
      },
    ],
  },
  CMR: {
    title: "CMR",
    subtitle: "International consignment note",
    sections: [
      {
        kind: "boxes",
        rows: [
          [
            { title: "1  Sender", lines: ["{seller}"] },
            { title: "16  Carrier", lines: ["Northway Vehicle Logistics"] },
          ],
          [
            { title: "2  Consignee", lines: ["{buyer}"] },
            { title: "17  Successive carriers", lines: ["None"] },
          ],
          [
            { title: "3  Place of delivery", lines: ["{buyerPlace}"] },
            { title: "18  Carrier's reservations and observations", lines: ["None"] },
          ],
          [
            { title: "4  Place and date of taking over", lines: ["{sellerName}", "{takenOver}"] },
            { title: "5  Documents attached", lines: ["Invoice, order {order}"] },
          ],
        ],
      },
      "{goods}",
      {
        kind: "boxes",
        rows: [
          [
            { title: "10  Statistical number", lines: ["8703"] },
            { title: "11  Gross weight", lines: ["As registered"] },
            { title: "12  Volume", lines: ["{vehicleCount} vehicle(s)"] },
          ],
          [
            { title: "13  Sender's instructions", lines: ["Deliver against signature."], share: 2 },
            { title: "14  Carriage", lines: ["Paid by the sender"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "22 to 24  Signatures",
        places: [
          { role: "22  Sender", name: "{sellerName}", signed: "{takenOver}" },
          { role: "23  Carrier", name: "Northway Vehicle Logistics", signed: "{takenOver}" },
          { role: "24  Consignee, goods received", name: "{buyerName}", signed: "{arrived}" },
        ],
      },
    ],
  },
  PICKUP_DECLARATION: {
    title: "Pickup declaration",
    subtitle: "Order {order}",
    sections: [
      {
        kind: "notes",
        title: "Declaration",
        notes: [
          "The undersigned declare that the vehicles below were handed over for transport to the member state of the buyer.",
        ],
      },
      "{vehicles}",
      {
        kind: "boxes",
        rows: [
          [
            { title: "Seller", lines: ["{seller}"] },
            { title: "Buyer", lines: ["{buyer}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Signatures",
        places: [
          { role: "For the buyer", name: "{buyerName}", signed: "{buyerCity}, {date}" },
          { role: "Driver", name: "Northway Vehicle Logistics", signed: "{date}" },
        ],
      },
    ],
  },
  DELIVERY_DECLARATION: {
    title: "Delivery declaration",
    subtitle: "Order {order}",
    sections: [
      {
        kind: "notes",
        title: "Declaration",
        notes: [
          "The undersigned declare that the vehicles below have arrived at the buyer in the member state of destination.",
        ],
      },
      "{vehicles}",
      {
        kind: "boxes",
        rows: [
          [
            { title: "Seller", lines: ["{seller}"] },
            { title: "Buyer", lines: ["{buyer}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Signatures",
        places: [
          { role: "For the buyer", name: "{buyerName}", signed: "{buyerCity}, {date}" },
          { role: "Driver", name: "Northway Vehicle Logistics", signed: "{date}" },
        ],
      },
    ],
  },
  COMPANY_REGISTRATION: {
    title: "Company register extract",
    subtitle: "{buyerName}",
    sections: [
      { kind: "notes", title: "Statement", notes: ["The company below is registered and active."] },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Company", lines: ["{buyer}"], share: 2 },
            { title: "Issued", lines: ["{date}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          { role: "Issuing office", name: "Sample office, {buyerCountry}", signed: "{date}" },
        ],
      },
    ],
  },
  VAT_CERTIFICATE: {
    title: "VAT certificate",
    subtitle: "{buyerName}",
    sections: [
      {
        kind: "notes",
        title: "Statement",
        notes: ["The company below is registered for VAT under the number shown."],
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Company", lines: ["{buyer}"], share: 2 },
            { title: "Issued", lines: ["{date}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          { role: "Issuing office", name: "Sample office, {buyerCountry}", signed: "{date}" },
        ],
      },
    ],
  },
  IDENTITY_DOCUMENT: {
    title: "Identity document",
    subtitle: "{buyerName}",
    sections: [
      {
        kind: "notes",
        title: "Statement",
        notes: ["Placeholder for an identity document; it does not show a person."],
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Company", lines: ["{buyer}"], share: 2 },
            { title: "Issued", lines: ["{date}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          { role: "Issuing office", name: "Sample office, {buyerCountry}", signed: "{date}" },
        ],
      },
    ],
  },
  PROOF_OF_ADDRESS: {
    title: "Proof of address",
    subtitle: "{buyerName}",
    sections: [
      {
        kind: "notes",
        title: "Statement",
        notes: ["The registered office of the company below is at the address shown."],
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Company", lines: ["{buyer}"], share: 2 },
            { title: "Issued", lines: ["{date}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          { role: "Issuing office", name: "Sample office, {buyerCountry}", signed: "{date}" },
        ],
      },
    ],
  },
  POWER_OF_ATTORNEY: {
    title: "Power of attorney",
    subtitle: "{buyerName}",
    sections: [
      {
        kind: "notes",
        title: "Statement",
        notes: ["The signatory is authorized to represent the company below."],
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Company", lines: ["{buyer}"], share: 2 },
            { title: "Issued", lines: ["{date}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          { role: "Issuing office", name: "Sample office, {buyerCountry}", signed: "{date}" },
        ],
      },
    ],
  },
} as const;
