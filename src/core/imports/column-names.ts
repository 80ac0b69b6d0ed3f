/** Every column that a file can have, and by which names; letter case, accents, punctuation and doubled letters do not count. */
const names = {
  wine_id: 'id, wine number, id vin, numéro vin, numéro du vin, identifiant, identifiant vin',
  lwin: 'lwin code, code lwin, lwin7, lwin11, lwin16, lwin18',
  name: `wine, wine name, label, product, product name, nom, vin, nom du vin, nom vin, libellé, désignation, produit, cuvée,
    étiquette`,
  color: 'colour, wine color, couleur, couleur du vin, robe',
  country: "country of origin, pays, pays d'origine",
  region: 'wine region, région viticole, vignoble',
  appellation: "designation of origin, denomination, aoc, aop, doc, docg, igp, appellation d'origine",
  ranking: 'rank, classification, growth, classement, rang',
  description: 'tasting notes, descriptif, notes de dégustation',
  vintage: 'year, vintage year, millésime, mill, année',
  alcohol: `abv, alcohol by volume, alc, alc vol, alcohol %, alcohol % vol, degree, % vol, alcool, alcool %, alcool % vol, degré,
    degré d'alcool, degré alcool, degré alcoolique, tav, titre alcoométrique`,
  format: `size, bottle size, volume, capacity, litres, liters, format litres, format in litres, format l, contenance, taille,
    format bouteille, litrage, contenance l, contenance litres, contenance en litres, format en litres`,
  quantity: `qty, quantité, count, bottles, number of bottles, bottle quantity, stock, qté, nombre, nb, bouteilles, nombre de bouteilles,
    nb bouteilles, nb btl`,
  box: 'box code, case, case code, packaging, pack, caisse, code caisse, carton, conditionnement, emballage, colisage',
  location: `location code, place, bin, shelf, rack, position, emplacement, code emplacement, casier, lieu, étagère`,
  detail:
    'details, remark, remarks, condition, note, notes, remarque, remarques, observation, observations, état',
  stored_at: `stored on, stored, storage date, entry date, date of entry, date, received, received at, received on, date d'entrée,
    date entrée, entrée, entré le, date de stockage, date de réception, reçu le, stocké le`,
} as const

export type Field = keyof typeof names

/** The core of a name: `Degré d’alcool` and `DEGRE_D_ALCOOL` are one, and one misspelt by a single letter for two is as good. */
const coreOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%]/gu, '')
    .replaceAll(/(\p{L})\1+/gu, '$1')

/** Each name with what it stands for. */
export const namesOfFields = (Object.entries(names) as [Field, string][]).flatMap(([field, synonyms]) =>
  [field, ...synonyms.split(/,\s+/)].map((name): [string, Field] => [name, field]),
)
const fieldByCore = new Map(namesOfFields.map(([name, field]) => [coreOf(name), field]))

export const fieldOf = (name: string): Field | undefined => fieldByCore.get(coreOf(name))

export const isKnownName = (name: string): boolean => fieldOf(name) !== undefined
