import type { Color } from './wine-labels.ts'

/** What the catalogue says of a wine, by colour. */
export const descriptions: Record<Color, readonly string[]> = {
  Rouge: [
    'Robe grenat profonde, nez de cassis et de cèdre, tanins fermes et fondus. À carafer une heure.',
    'Cerise noire, violette et une pointe d’épices ; bouche soyeuse, finale longue et fraîche.',
    'Fruits rouges mûrs, sous-bois et tabac blond. Accompagne gibier et viandes braisées.',
    'Élevage de dix-huit mois en fûts, dont un tiers de bois neuf. Apogée dans dix à quinze ans.',
    'Vendange entière, macération douce : un vin de fruit, digeste, à servir à 15 °C.',
    'Vieilles vignes de plus de soixante ans, rendements de 30 hl/ha, mise en bouteille sans filtration.',
  ],
  Blanc: [
    'Fleurs blanches, agrumes et pierre à fusil ; bouche droite et saline.',
    'Nez de noisette fraîche et de beurre, matière ample tenue par une belle acidité.',
    'Poire, tilleul et miel d’acacia. Sur un poisson en sauce ou un vieux comté.',
    'Élevage sur lies pendant douze mois, bâtonnage léger. À ouvrir une demi-heure avant le service.',
  ],
  Rosé: [
    'Robe pétale de rose, pêche de vigne et agrumes, finale tonique.',
    'Pressurage direct, fruits rouges frais et note iodée. À boire dans les deux ans.',
  ],
  Effervescent: [
    'Bulles fines, brioche et pomme mûre, dosage de 5 g/l.',
    'Trente-six mois sur lattes, notes d’amande et de craie, finale saline.',
    'Assemblage de trois cépages, fruits blancs et zeste de citron.',
  ],
  Liquoreux: [
    'Abricot confit, safran et miel ; une liqueur équilibrée par une acidité vive.',
    'Tries successives de raisins botrytisés. Se gardera plusieurs décennies.',
    'Orange amère, figue et épices douces. Sur un bleu ou une tarte aux noix.',
  ],
}

export const bottleDetails: readonly string[] = [
  'étiquette tachée',
  'étiquette légèrement déchirée',
  'niveau bas goulot',
  'niveau mi-épaule',
  'capsule abîmée',
  'capsule corrodée',
  'contre-étiquette manquante',
  'bouteille sous papier de soie',
]

/** Private remarks of a collector; a merchant writes product references instead. */
export const cellarRemarks: readonly string[] = [
  'À boire jeune',
  'Ouvrir pour les 40 ans de Claire',
  'Cadeau de Paul et Odile',
  'Regoûter dans deux ans',
  'Acheté en primeur',
  'Très belle bouteille, en racheter',
  'Réserver pour Noël',
  'Allocation du domaine, 6 par an',
]
