/** Where the owners send bottles: their address books, and the customers of the merchant's webshop. */
export type Recipient = {
  firstName: string | null
  lastName: string | null
  company: string | null
  street1: string
  street2: string | null
  city: string
  zipcode: string
  /** ISO code, as an order wants it. */
  country: string
  phone: string
  email: string | null
  vatNumber: string | null
  detail: string | null
}
export type AddressBookEntry = Recipient & {
  /** Old entries hold the name of the country instead of its code. */
  writtenCountry: string
  reference: string | null
}

type Place = readonly [street1: string, zipcode: string, city: string, country: string]

const located = ([street1, zipcode, city, country]: Place, phone: string): Recipient => ({
  firstName: null,
  lastName: null,
  company: null,
  street1,
  street2: null,
  city,
  zipcode,
  country,
  phone,
  email: null,
  vatNumber: null,
  detail: null,
})
type More = Partial<Recipient>
const person = (firstName: string, lastName: string, place: Place, phone: string, more: More = {}) => ({
  ...located(place, phone),
  firstName,
  lastName,
  email: `${plain(firstName)}.${plain(lastName)}@example.com`,
  ...more,
})
const business = (company: string, place: Place, phone: string, more: More = {}) => ({
  ...located(place, phone),
  company,
  ...more,
})
/** As in an e-mail address: `Étienne` becomes `etienne`, `Le Floch` becomes `lefloch`. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
const kept = (
  recipient: Recipient,
  writtenCountry: string,
  reference: string | null = null,
): AddressBookEntry => ({ ...recipient, writtenCountry, reference })

export const collectorAddresses: readonly AddressBookEntry[] = [
  kept(
    person(
      'Hélène',
      'Vasseur',
      ['27 rue de la Fontaine-au-Roi', '75011', 'Paris', 'FR'],
      '+33 6 39 98 14 27',
      {
        street2: '3e étage, porte gauche',
        detail: 'Code 47B12, gardienne de 8 h à 12 h',
      },
    ),
    'FR',
    'DOMICILE',
  ),
  kept(
    person(
      'Hélène',
      'Vasseur',
      ['Le Clos Fleuri, 4 chemin du Lavoir', '14600', 'Honfleur', 'FR'],
      '+33 2 61 91 33 05',
      {
        detail: 'Portail vert au bout du chemin',
      },
    ),
    'France',
    'MAISON-MER',
  ),
  kept(
    person('Paul', 'Vasseur', ['9 quai Jean-Moulin', '69001', 'Lyon', 'FR'], '+33 6 39 98 50 12'),
    'France',
  ),
  kept(
    person(
      'Odile',
      'Marchetti',
      ['18 rue du Bac d’Asnières', '92110', 'Clichy', 'FR'],
      '+33 1 99 00 41 88',
      {},
    ),
    'FR',
  ),
  kept(
    person('Luc', 'Vandenbroeck', ['Avenue Louise 231', '1050', 'Bruxelles', 'BE'], '+32 2 555 01 42', {}),
    'Belgique',
  ),
]

export const merchantAddresses: readonly AddressBookEntry[] = [
  kept(
    business(
      'Maison Castagner Vins',
      ['112 cours Saint-Louis', '33300', 'Bordeaux', 'FR'],
      '+33 5 36 49 08 61',
      {
        email: 'boutique@maison-castagner.example',
        vatNumber: 'FR53912345671',
        detail: 'Livraison par la cour, avant 10 h',
      },
    ),
    'FR',
    'BOUTIQUE',
  ),
  kept(
    business('Le Comptoir des Halles', ['5 rue Montorgueil', '75001', 'Paris', 'FR'], '+33 1 99 00 17 23', {
      email: 'cave@comptoir-des-halles.example',
      detail: 'Demander le chef de salle',
    }),
    'France',
    'CLI-0031',
  ),
  kept(
    business(
      'Restaurant L’Écluse Verte',
      ['2 quai de la Daurade', '31000', 'Toulouse', 'FR'],
      '+33 5 36 49 70 15',
      {
        email: 'reservation@ecluse-verte.example',
      },
    ),
    'FR',
    'CLI-0044',
  ),
  kept(
    business(
      'Weinhandlung Kranich GmbH',
      ['Kastanienallee 71', '10435', 'Berlin', 'DE'],
      '+49 30 23125 114',
      {
        firstName: 'Jonas',
        lastName: 'Richter',
        email: 'einkauf@kranich-wein.example',
        vatNumber: 'DE000000000',
      },
    ),
    'DE',
    'EXP-DE-02',
  ),
  kept(
    business('Cave du Lac Sàrl', ['Rue du Rhône 88', '1204', 'Genève', 'CH'], '+41 22 555 01 77', {
      email: 'achats@cave-du-lac.example',
    }),
    'Suisse',
    'EXP-CH-01',
  ),
  kept(
    business(
      'Thornbury Wine Merchants Ltd',
      ['14 Lamb’s Passage', 'EC1Y 8TE', 'London', 'GB'],
      '+44 20 7946 0318',
      {
        firstName: 'Oliver',
        lastName: 'Thornbury',
        email: 'cellar@thornbury.example',
      },
    ),
    'GB',
    'EXP-GB-01',
  ),
  kept(
    person('Antoine', 'Delmas', ['41 rue Sainte-Catherine', '33000', 'Bordeaux', 'FR'], '+33 6 39 98 22 90'),
    'FR',
  ),
  kept(
    person('Inès', 'Benali', ['16 boulevard Longchamp', '13001', 'Marseille', 'FR'], '+33 6 39 98 71 46', {}),
    'France',
  ),
]

export const webshopCustomers: readonly Recipient[] = [
  ...merchantAddresses.slice(1),
  person('Mathilde', 'Roussel', ['8 rue des Martyrs', '75009', 'Paris', 'FR'], '+33 6 39 98 03 11'),
  person('Karim', 'Haddad', ['22 avenue Gambetta', '75020', 'Paris', 'FR'], '+33 6 39 98 65 40', {
    detail: 'Interphone Haddad, bâtiment B',
  }),
  person(
    'Sophie',
    'Lemoine',
    ['3 rue de Meudon', '92100', 'Boulogne-Billancourt', 'FR'],
    '+33 6 39 98 19 08',
  ),
  person('Thomas', 'Nguyen', ['57 rue de Paris', '93260', 'Les Lilas', 'FR'], '+33 6 39 98 44 73'),
  person(
    'Claire',
    'Fontanel',
    ['12 avenue de la République', '94300', 'Vincennes', 'FR'],
    '+33 6 39 98 27 55',
  ),
  person('Étienne', 'Garnier', ['6 place Sainte-Anne', '35000', 'Rennes', 'FR'], '+33 2 61 91 08 34'),
  person('Nathalie', 'Schmitt', ['19 quai des Bateliers', '67000', 'Strasbourg', 'FR'], '+33 3 53 01 62 17'),
  person('Bruno', 'Carrère', ['33 rue du Maréchal-Foch', '64000', 'Pau', 'FR'], '+33 5 36 49 15 82'),
  person('Lucie', 'Perrin', ['14 cours Jean-Jaurès', '38000', 'Grenoble', 'FR'], '+33 4 65 71 90 26'),
  person('Gaël', 'Le Floch', ['2 rue du Port', '29900', 'Concarneau', 'FR'], '+33 2 61 91 57 60', {
    detail: 'Laisser chez le voisin en cas d’absence',
  }),
  person('Marie', 'Vandamme', ['45 rue de la Monnaie', '59800', 'Lille', 'FR'], '+33 3 53 01 28 99'),
  person('Philippe', 'Bonnet', ['7 allée des Tanneurs', '44000', 'Nantes', 'FR'], '+33 2 61 91 74 03'),
  person('Aurélie', 'Costa', ['28 rue de France', '06000', 'Nice', 'FR'], '+33 4 65 71 33 48'),
  business('Bistrot du Marché Couvert', ['1 place des Lices', '35000', 'Rennes', 'FR'], '+33 2 61 91 66 12'),
  business(
    'Épicerie Fine Lantelme',
    ['10 rue de la République', '84000', 'Avignon', 'FR'],
    '+33 4 65 71 05 39',
  ),
  person('Pieter', 'de Graaf', ['Prinsengracht 480', '1017 KH', 'Amsterdam', 'NL'], '+31 20 555 0163'),
  person('Giulia', 'Ferraris', ['Via Garibaldi 21', '10122', 'Torino', 'IT'], '+39 011 555 0129'),
]
