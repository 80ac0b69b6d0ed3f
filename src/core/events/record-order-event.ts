import type { Database } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { familiesOf } from '../orders/order-reads.ts'
import type { Change } from './record-event.ts'

/*
 * The snapshot is the rows of the order and of its children, as every reader gets them. The order itself comes first, since its
 * number is lower than those of its children. What changed is told by comparison with the event before.
 */
const insertOrderEvent = statement(
  'events.insert-order',
  `with shown as (
     select jsonb_agg(to_jsonb(f) order by f.id) as rows from (${familiesOf('select $2::bigint')}) f
   ), before as (
     select record -> 'rows' -> 0 as row from events
     where account_id = $1 and subject = 'order' and subject_id = $2 order by id desc limit 1
   )
   insert into events (account_id, subject, change, subject_id, record, changed, created_at)
   select $1, 'order', $3, $2, jsonb_build_object('rows', shown.rows), array(
       select field.key from before, jsonb_each(shown.rows -> 0) field
       where $3 = 'update' and before.row -> field.key is distinct from field.value
         and field.key not in ('updatedAt', 'updatedByEmail', 'updatedByName') order by 1),
     $4
   from shown where shown.rows is not null`,
  {},
)

/** Tells of a change of an order in its own transaction, with the order as it is now: what is rolled back is never told. */
export const recordOrderEvent = (
  db: Database,
  accountId: number,
  change: Change,
  orderId: number,
  now: Date,
): Promise<number> => db.run(insertOrderEvent, [accountId, orderId, change, now])
