/** Of these wines the scenarios are made. They are wines of the demo cellar, so that both share one catalogue. */
export type WineLabel = {
  name: string
  appellation: string
  color: string
  country: string
  region: string
  ranking: string | null
  alcohol: string
  /** Of a bottle of 0.75 l, in whole euros. */
  price: number
  hasVintage: boolean
}

type Told = readonly [
  name: string,
  appellation: string,
  color: string,
  ranking: string | null,
  alcohol: string,
  price: number,
]
type Origin = { country: string; region: string; hasVintage?: boolean }

const from = ({ country, region, hasVintage = true }: Origin, ...labels: Told[]): WineLabel[] =>
  labels.map(([name, appellation, color, ranking, alcohol, price]) => ({
    ...{ name, appellation, color, country, region, ranking, alcohol, price, hasVintage },
  }))

const [bordeaux, bourgogne, rhone, loire] = ['Bordeaux', 'Bourgogne', 'Vallée du Rhône', 'Loire']
const inFrance = (region: string): Origin => ({ country: 'France', region })

export const wineLabels: readonly WineLabel[] = [
  ...from(
    inFrance(bordeaux),
    ['Château Haut-Vernac', 'Pauillac', 'Rouge', '5e Grand Cru Classé', '13.50', 68],
    ['Les Tourelles de Vernac', 'Pauillac', 'Rouge', null, '13.50', 34],
    ['Château Tour Saint-Brice', 'Saint-Julien', 'Rouge', '4e Grand Cru Classé', '13.50', 74],
    ['Château Lamothe-Cassagne', 'Margaux', 'Rouge', '3e Grand Cru Classé', '13.00', 82],
    ['Château Clos-Mirande', 'Saint-Estèphe', 'Rouge', 'Cru Bourgeois Exceptionnel', '13.50', 31],
    ['Château Vieux-Puymarac', 'Pomerol', 'Rouge', null, '14.00', 95],
    ['Château Sablonnet', 'Pessac-Léognan', 'Rouge', 'Cru Classé de Graves', '13.50', 48],
    ['Château Sablonnet', 'Pessac-Léognan', 'Blanc', 'Cru Classé de Graves', '13.00', 52],
    ['Château Doisac-Lary', 'Sauternes', 'Liquoreux', '1er Grand Cru Classé', '13.50', 58],
  ),
  ...from(
    inFrance(bourgogne),
    ['Domaine Perrault-Vannier', 'Gevrey-Chambertin', 'Rouge', null, '13.00', 54],
    ['Domaine Perrault-Vannier', 'Charmes-Chambertin', 'Rouge', 'Grand Cru', '13.50', 240],
    ['Domaine Mairot-Fleury', 'Chambolle-Musigny', 'Rouge', null, '13.00', 62],
    ['Domaine du Clos Bardin', 'Volnay', 'Rouge', null, '13.00', 49],
    ['Domaine Toussaint Grévin', 'Meursault', 'Blanc', null, '13.00', 57],
    ['Domaine Toussaint Grévin', 'Puligny-Montrachet', 'Blanc', null, '13.00', 69],
    ['Domaine des Trois Lavoirs « Montée de Tonnerre »', 'Chablis', 'Blanc', '1er Cru', '12.50', 29],
  ),
  ...from(
    inFrance(rhone),
    ['Maison Méallet « Les Échamps »', 'Côte-Rôtie', 'Rouge', null, '13.50', 71],
    ['Maison Méallet', 'Hermitage', 'Rouge', null, '14.00', 86],
    ['Domaine Vernoux « Roche Granit »', 'Cornas', 'Rouge', null, '13.50', 44],
    ['Domaine Escoffet', 'Châteauneuf-du-Pape', 'Rouge', null, '15.00', 42],
    ['Domaine des Terrasses d’Aurel', 'Gigondas', 'Rouge', null, '15.00', 23],
  ),
  ...from(
    inFrance(loire),
    ['Domaine Pellevoisin', 'Sancerre', 'Blanc', null, '13.00', 22],
    ['Clos de la Huberderie', 'Vouvray', 'Blanc', null, '12.50', 19],
    ['Domaine de la Roche Ardoise', 'Savennières', 'Blanc', null, '13.50', 29],
  ),
  ...from(
    { ...inFrance('Champagne'), hasVintage: false },
    ['Delaporte-Vigneux Brut Réserve', 'Champagne', 'Effervescent', null, '12.00', 34],
    ['Hautecœur Blanc de Blancs', 'Champagne', 'Effervescent', 'Grand Cru', '12.00', 52],
  ),
  ...from(inFrance('Champagne'), [
    'Delaporte-Vigneux Millésime',
    'Champagne',
    'Effervescent',
    null,
    '12.50',
    62,
  ]),
  ...from(inFrance('Alsace'), [
    'Domaine Kessler-Wirth',
    'Alsace Grand Cru Schlossberg',
    'Blanc',
    'Grand Cru',
    '13.00',
    33,
  ]),
  ...from(
    inFrance('Beaujolais'),
    ['Domaine Charvolin « Côte du Py »', 'Morgon', 'Rouge', null, '13.00', 19],
    ['Domaine Charvolin', 'Moulin-à-Vent', 'Rouge', null, '13.50', 21],
  ),
  ...from(
    inFrance('Languedoc-Roussillon'),
    ['Mas de l’Arbousier', 'Terrasses du Larzac', 'Rouge', null, '14.50', 29],
    ['Clos Mas Orriols', 'Maury', 'Liquoreux', null, '16.00', 24],
  ),
  ...from(
    inFrance('Provence'),
    ['Domaine de la Tour Sarrazine', 'Bandol', 'Rouge', null, '14.00', 32],
    ['Domaine de la Tour Sarrazine', 'Bandol', 'Rosé', null, '13.00', 24],
  ),
  ...from({ country: 'Italie', region: 'Piémont' }, [
    'Cascina Valdirosa',
    'Barbaresco',
    'Rouge',
    'DOCG',
    '14.00',
    49,
  ]),
  ...from({ country: 'Espagne', region: 'Catalogne' }, [
    'Celler Puig Roig',
    'Priorat',
    'Rouge',
    null,
    '15.00',
    46,
  ]),
]
