export const orderComments: readonly string[] = [
  'Merci de téléphoner une heure avant',
  'Cadeau : ne pas joindre de facture',
  'Emballage renforcé, s’il vous plaît',
  'Appeler le destinataire la veille',
  'Livraison au fond de la cour',
  'Ne pas livrer pendant la pause de midi',
  'Pour un mariage, merci de respecter la date',
  'Déposer à la loge en cas d’absence',
]

export const occasions: readonly string[] = [
  'Anniversaire de Paul',
  'Dîner du club',
  'Week-end à Honfleur',
  'Noël en famille',
  'Dégustation Bourgogne',
]
