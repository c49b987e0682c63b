/** spec/papers.yaml, made by "npm run generate". */
export const PAPERS = {
  EXPORT_FILE: {
    title: "Export File",
    subtitle: "EU VAT-compliant cross-border vehicle transaction",
    sections: [
      { kind: "notes", title: "{words.reasons}", notes: ["{reasons}"] },
      {
        kind: "table",
        title: "Blockers",
        rows: "{order.compliance.blockers}",
        columns: { Code: [30, "{code}"], VIN: [20, "{vin:all}"], Problem: [50, "{message}"] },
      },
      {
        kind: "table",
        title: "Warnings",
        rows: "{warnings}",
        columns: { Code: [30, "{code}"], VIN: [20, "{vin:all}"], Problem: [50, "{message}"] },
      },
      {
        kind: "fields",
        title: "Order",
        groups: [
          {
            fields: [
              ["External order id", "{order.externalOrderId}"],
              ["Order uuid", "{order.uuid}"],
              ["Purchase date", "{order.purchaseDate|date}"],
              ["Total amount", "{order.totalAmount|money}"],
            ],
          },
          {
            fields: [
              ["Status", "{order.status} ({words.status})"],
              ["Compliance", "{order.compliance.status}"],
              ["Decision", "{decision} ({words.decision})"],
              "{contact}",
            ],
          },
        ],
      },
      {
        kind: "fields",
        title: "Parties",
        groups: [
          {
            title: "Seller",
            fields: [
              ["Company", "{seller.companyName:not known}"],
              ["Address", "{sellerAddress:not known}"],
              ["VAT number", "{seller.vatNumber:not known}"],
              ["Seller id", "{seller.uuid}"],
            ],
          },
          {
            title: "Buyer",
            fields: [
              ["Company", "{buyer.companyName}"],
              [
                "Address",
                "{buyer.address.street}, {buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
              ],
              ["VAT number", "{buyer.vatNumber}"],
              ["VIES", "{vies}"],
              ["KYC", "{kyc}"],
              ["Buyer id", "{buyer.uuid}"],
            ],
          },
        ],
      },
      {
        kind: "table",
        title: "VIES checks",
        empty: "VIES was not asked.",
        rows: "{checks}",
        columns: {
          Time: [23, "{at|instant}"],
          "VAT number": [16, "{vatNumber}"],
          Result: [11, "{result}"],
          "Consultation number": [20, "{consultationNumber}"],
          Reason: [30, "{reason}"],
        },
      },
      {
        kind: "table",
        title: "Vehicles ({order.vins.length})",
        empty: "No vehicles.",
        rows: "{vehicles}",
        columns: {
          "No.": [5, "{number}"],
          VIN: [20, "{vin}"],
          "Make and model": [27, "{brand} {model}"],
          Mileage: [13, "{mileage|mileage}", "right"],
          "First registered": [15, "{firstRegistrationDate|date}", "right"],
          "Purchase amount": [20, "{purchaseAmount|money}", "right"],
        },
        totals: [["", "", "Total amount of the order", "", "", "{order.totalAmount|money}"]],
      },
      {
        kind: "table",
        title: "Invoices",
        empty: "No invoice was submitted.",
        rows: "{order.invoices}",
        columns: {
          Type: [15, "{type}"],
          Number: [20, "{invoiceNumber}"],
          Date: [13, "{invoiceDate|date}"],
          Status: [12, "{status}"],
          VAT: [14, "{vatIncluded|included}"],
          "Margin scheme": [17, "{marginScheme|yes}"],
          Amount: [20, "{amount|money}", "right"],
        },
      },
      {
        kind: "table",
        title: "Payments",
        empty: "No payment was submitted.",
        rows: "{payments}",
        columns: {
          Paid: [20, "{paidAt|instant}"],
          Reference: [24, "{reference}"],
          "Proof of payment": [30, "{proof}"],
          Amount: [20, "{amount|money}", "right"],
        },
        totals: ["{balances}"],
      },
      {
        kind: "fields",
        title: "Departure and arrival",
        groups: [
          {
            title: "Departure",
            fields: [
              ["Country", "{departure:not known}"],
              ["Place", "{sellerAddress:not known}"],
              ["Taken from", "the VAT number and address of the seller"],
            ],
          },
          {
            title: "Arrival",
            fields: [
              ["Country", "{arrival}"],
              ["Place", "{buyer.address.postCode} {buyer.address.city}"],
              ["Taken from", "the address of the buyer"],
            ],
          },
        ],
      },
      {
        kind: "table",
        title: "Transport and evidence",
        empty: "No vehicles.",
        rows: "{vehicles}",
        columns: {
          VIN: [20, "{vin}"],
          "Picked up": [15, "{pickup.confirmedAt|instant}"],
          Delivered: [15, "{delivery.confirmedAt|instant}"],
          CMR: [17, "{CMR}"],
          "Pickup declaration": [17, "{PICKUP_DECLARATION}"],
          "Delivery declaration": [17, "{DELIVERY_DECLARATION}"],
        },
      },
      {
        kind: "table",
        title: "Documents",
        empty: "No documents were uploaded.",
        rows: "{evidence}",
        columns: {
          Type: [22, "{type}"],
          "File and document id": [38, { file: "{fileName}", note: "{id}" }],
          VIN: [20, "{vin:all}"],
          Uploaded: [20, "{createdAt|instant}"],
        },
      },
    ],
  },
  INVOICE: {
    title: "{invoiceTitle}",
    subtitle: "Order {order.externalOrderId}",
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
          { fields: [["Order", "{order.externalOrderId}"]] },
        ],
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Seller", lines: ["{sellerLines}"] },
            {
              title: "Buyer",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
            },
          ],
        ],
      },
      {
        kind: "table",
        title: "Lines",
        empty: "No lines.",
        rows: "{order.vins}",
        columns: {
          "No.": [6, "{number}"],
          Description: [44, "{brand} {model}"],
          VIN: [26, "{vin}"],
          Amount: [24, "{purchaseAmount|money}", "right"],
        },
        totals: [["", "Total", "", "{invoiceTotal|money}"]],
      },
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
            {
              title: "Ordered by",
              lines: ["{buyer.companyName}", "{buyer.address.city}, {buyer.address.country}"],
            },
            { title: "In favour of", lines: ["{sellerLines}"] },
          ],
          [
            { title: "Amount", lines: ["{paid|money}"] },
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
            { title: "1  Sender", lines: ["{sellerLines}"] },
            { title: "16  Carrier", lines: ["Northway Vehicle Logistics"] },
          ],
          [
            {
              title: "2  Consignee",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
            },
            { title: "17  Successive carriers", lines: ["None"] },
          ],
          [
            {
              title: "3  Place of delivery",
              lines: ["{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}"],
            },
            { title: "18  Carrier's reservations and observations", lines: ["None"] },
          ],
          [
            { title: "4  Place and date of taking over", lines: ["{sellerName}", "{takenOver}"] },
            { title: "5  Documents attached", lines: ["Invoice, order {order.externalOrderId}"] },
          ],
        ],
      },
      {
        kind: "table",
        title: "6 to 9  Marks, number, packing and nature of the goods",
        empty: "No vehicles.",
        rows: "{vehicles}",
        columns: {
          "No.": [6, "{number}"],
          VIN: [26, "{vin}"],
          "Make and model": [34, "{brand} {model}"],
          Mileage: [16, "{mileage|mileage}", "right"],
          "First registered": [18, "{firstRegistrationDate|date}", "right"],
        },
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "10  Statistical number", lines: ["8703"] },
            { title: "11  Gross weight", lines: ["As registered"] },
            { title: "12  Volume", lines: ["{vehicles.length} vehicle(s)"] },
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
          {
            role: "24  Consignee, goods received",
            name: "{buyer.companyName}",
            signed: "{arrived}",
          },
        ],
      },
    ],
  },
  PICKUP_DECLARATION: {
    title: "Pickup declaration",
    subtitle: "Order {order.externalOrderId}",
    sections: [
      {
        kind: "notes",
        title: "Declaration",
        notes: [
          "The undersigned declare that the vehicles below were handed over for transport to {buyer.address.city}, {buyer.address.country}.",
        ],
      },
      {
        kind: "table",
        title: "Vehicles",
        empty: "No vehicles.",
        rows: "{vehicles}",
        columns: {
          "No.": [6, "{number}"],
          VIN: [26, "{vin}"],
          "Make and model": [34, "{brand} {model}"],
          Mileage: [16, "{mileage|mileage}", "right"],
          "First registered": [18, "{firstRegistrationDate|date}", "right"],
        },
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Seller", lines: ["{sellerLines}"] },
            {
              title: "Buyer",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
            },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Signatures",
        places: [
          {
            role: "For the buyer",
            name: "{buyer.companyName}",
            signed: "{buyer.address.city}, {document.createdAt|day}",
          },
          {
            role: "Driver",
            name: "Northway Vehicle Logistics",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
  DELIVERY_DECLARATION: {
    title: "Delivery declaration",
    subtitle: "Order {order.externalOrderId}",
    sections: [
      {
        kind: "notes",
        title: "Declaration",
        notes: [
          "The undersigned declare that the vehicles below have arrived at the buyer in {buyer.address.city}, {buyer.address.country}.",
        ],
      },
      {
        kind: "table",
        title: "Vehicles",
        empty: "No vehicles.",
        rows: "{vehicles}",
        columns: {
          "No.": [6, "{number}"],
          VIN: [26, "{vin}"],
          "Make and model": [34, "{brand} {model}"],
          Mileage: [16, "{mileage|mileage}", "right"],
          "First registered": [18, "{firstRegistrationDate|date}", "right"],
        },
      },
      {
        kind: "boxes",
        rows: [
          [
            { title: "Seller", lines: ["{sellerLines}"] },
            {
              title: "Buyer",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
            },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Signatures",
        places: [
          {
            role: "For the buyer",
            name: "{buyer.companyName}",
            signed: "{buyer.address.city}, {document.createdAt|day}",
          },
          {
            role: "Driver",
            name: "Northway Vehicle Logistics",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
  COMPANY_REGISTRATION: {
    title: "Company register extract",
    subtitle: "{buyer.companyName}",
    sections: [
      { kind: "notes", title: "Statement", notes: ["The company below is registered and active."] },
      {
        kind: "boxes",
        rows: [
          [
            {
              title: "Company",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
              share: 2,
            },
            { title: "Issued", lines: ["{document.createdAt|day}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          {
            role: "Issuing office",
            name: "Sample office, {buyer.address.country}",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
  VAT_CERTIFICATE: {
    title: "VAT certificate",
    subtitle: "{buyer.companyName}",
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
            {
              title: "Company",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
              share: 2,
            },
            { title: "Issued", lines: ["{document.createdAt|day}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          {
            role: "Issuing office",
            name: "Sample office, {buyer.address.country}",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
  IDENTITY_DOCUMENT: {
    title: "Identity document",
    subtitle: "{buyer.companyName}",
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
            {
              title: "Company",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
              share: 2,
            },
            { title: "Issued", lines: ["{document.createdAt|day}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          {
            role: "Issuing office",
            name: "Sample office, {buyer.address.country}",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
  PROOF_OF_ADDRESS: {
    title: "Proof of address",
    subtitle: "{buyer.companyName}",
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
            {
              title: "Company",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
              share: 2,
            },
            { title: "Issued", lines: ["{document.createdAt|day}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          {
            role: "Issuing office",
            name: "Sample office, {buyer.address.country}",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
  POWER_OF_ATTORNEY: {
    title: "Power of attorney",
    subtitle: "{buyer.companyName}",
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
            {
              title: "Company",
              lines: [
                "{buyer.companyName}",
                "{buyer.address.street}",
                "{buyer.address.postCode} {buyer.address.city}, {buyer.address.country}",
                "VAT {buyer.vatNumber}",
              ],
              share: 2,
            },
            { title: "Issued", lines: ["{document.createdAt|day}"] },
          ],
        ],
      },
      {
        kind: "signatures",
        title: "Issued by",
        places: [
          {
            role: "Issuing office",
            name: "Sample office, {buyer.address.country}",
            signed: "{document.createdAt|day}",
          },
        ],
      },
    ],
  },
} as const;
