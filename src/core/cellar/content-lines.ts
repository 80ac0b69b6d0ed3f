import type { Wine } from '../catalogue/wine.ts'

/** One line of an order or of a putaway, with the owner's notes on the wine. */
export type ContentLine = {
  wine: Wine
  formatMl: number
  boxCode: string
  quantity: number
  price: string | null
  comment: string | null
}

/**
 * The lines of one record as JSON, for any statement whose first parameter is the account. They are read with the record, in the
 * same statement, because two statements could see two moments of it. `lines` names the rows as `l`.
 */
export const contentJson = (lines: string, quantity = 'l.quantity') => `(
  select coalesce(jsonb_agg(jsonb_build_object(
      'wine', jsonb_build_object('id', w.id, 'name', w.name, 'color', w.color, 'country', w.country, 'region', w.region,
        'appellation', w.appellation, 'ranking', w.ranking, 'description', w.description, 'vintage', w.vintage,
        'alcohol', w.alcohol),
      'formatMl', l.format_ml, 'boxCode', l.box_code, 'quantity', ${quantity}, 'price', p.price::text, 'comment', c.comment)
    order by l.wine_id, l.format_ml, l.box_code), '[]')
  from (${lines}) l join wines w on w.id = l.wine_id
    left join wine_prices p on p.account_id = $1 and p.wine_id = l.wine_id and p.format_ml = l.format_ml
    left join wine_comments c on c.account_id = $1 and c.wine_id = l.wine_id and c.format_ml = l.format_ml
  where ${quantity} > 0)`
