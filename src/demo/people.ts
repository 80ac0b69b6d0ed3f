/** Who owns the demo cellars and who runs the warehouses. Telephone numbers are from the ranges kept for fiction. */
export type DemoOwner = {
  kind: 'collector' | 'merchant'
  firstName: string
  lastName: string
  email: string
  company: string | null
  phone: string
  vatNumber: string | null
  billingCopies: string[]
  stockCopies: string[]
  minimumStockAlert: number
  mutedMails: string[]
  paymentMode: 'cb' | 'sdd'
  billingAddress: { street1: string; street2: string | null; city: string; zipcode: string; country: string }
}

export const collector: DemoOwner = {
  kind: 'collector',
  firstName: 'Hélène',
  lastName: 'Vasseur',
  email: 'helene.vasseur@example.com',
  company: null,
  phone: '+33 6 39 98 14 27',
  vatNumber: null,
  billingCopies: ['comptes.vasseur@example.com'],
  stockCopies: [],
  minimumStockAlert: 6,
  mutedMails: ['order_new', 'putaway_new'],
  paymentMode: 'cb',
  billingAddress: {
    street1: '27 rue de la Fontaine-au-Roi',
    street2: '3e étage, porte gauche',
    city: 'Paris',
    zipcode: '75011',
    country: 'FR',
  },
}

export const merchant: DemoOwner = {
  kind: 'merchant',
  firstName: 'Julien',
  lastName: 'Castagner',
  email: 'julien@maison-castagner.example',
  company: 'Maison Castagner Vins',
  phone: '+33 5 36 49 08 61',
  vatNumber: 'FR53912345671',
  billingCopies: ['compta@maison-castagner.example', 'direction@maison-castagner.example'],
  stockCopies: ['boutique@maison-castagner.example'],
  minimumStockAlert: 24,
  mutedMails: ['order_new', 'order_ready', 'bottle_received'],
  paymentMode: 'sdd',
  billingAddress: {
    street1: '112 cours Saint-Louis',
    street2: null,
    city: 'Bordeaux',
    zipcode: '33300',
    country: 'FR',
  },
}

export const owners: readonly DemoOwner[] = [collector, merchant]

export const operator = {
  firstName: 'Camille',
  lastName: 'Ferrand',
  email: 'camille.ferrand@caveau.example',
}

/** The company that stores, ships and bills, as it is printed on invoices. */
export const operatorCompany = {
  name: 'Caveau Entrepôts SAS',
  street1: '14 rue du Port aux Barriques',
  street2: 'Bâtiment C',
  city: 'Gennevilliers',
  zipcode: '92230',
  country: 'FR',
  siret: '90123456100017',
  vat_number: 'FR94901234561',
}

/** How it numbers its invoices and wants them paid. The account is the example of the IBAN registry. */
export const operatorTerms = {
  iban: 'FR1420041010050500013M02606',
  payment_days: 30,
  invoice_prefix: 'F',
  credit_note_prefix: 'A',
}

export const fullName = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`
