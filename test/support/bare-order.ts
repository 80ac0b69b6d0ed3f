import type pg from 'pg'
import { insert } from './small-cellar.ts'

const at = '2026-11-16T08:00:00Z'

/** An order without bottles of the demo's first owner, to be picked up, unless told otherwise. Needs the demo for its warehouses. */
export const bareOrder = (pool: pg.Pool, more: Record<string, unknown> = {}): Promise<number> =>
  insert(pool, 'orders', {
    account_id: 1,
    status: 'new',
    origin: 'api',
    warehouse_id: 1,
    handover: 'pickup',
    delivery_date: '2026-11-18',
    preparation_date: '2026-11-17',
    half_day: 'am',
    created_by_email: 'somebody@example.com',
    created_by_name: 'Somebody',
    updated_by_email: 'somebody@example.com',
    updated_by_name: 'Somebody',
    created_at: at,
    updated_at: at,
    ...more,
  })
