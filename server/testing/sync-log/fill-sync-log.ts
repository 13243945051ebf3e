import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/** Creates a fleet after a year of use: most devices have nothing waiting, few have gaps, all have a log. */
export const fillSyncLog = async (
  db: Database,
  { devices, rowsPerDevice, now }: { devices: number; rowsPerDevice: number; now: Date },
): Promise<void> => {
  const time = sql`${now.toISOString()}::timestamptz`
  const device = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  await db.execute(sql`
    insert into customers (id, country, language, created_at)
    select 'customer-' || n, (array['BR','GB','US','AU','NZ','AR','MX'])[1 + n % 7], 'EN', ${time}
    from generate_series(1, ${devices}::int) n
    on conflict do nothing`)
  await db.execute(sql`
    insert into devices (id, customer_id, country, locale, version, first_seen, last_seen, last_success, pending,
      needs_you, oldest_at, errors, highest, seen, gaps)
    select ${device}, 'customer-' || n, (array['BR','GB','US','AU','NZ','AR','MX'])[1 + n % 7], 'en-GB',
      '0.' || n % 12 || '.0', ${time} - interval '1 year', ${time} - (n * 7919 % 7776000) * interval '1 second',
      ${time} - (n * 7919 % 7776000) * interval '1 second', case when n % 20 = 0 then n % 90 else 0 end,
      case when n % 100 = 0 then 1 + n % 3 else 0 end,
      case when n % 20 = 0 then ${time} - (n % 1000) * interval '1 hour' else timestamptz '9999-12-31 00:00:00Z' end,
      case when n % 100 = 0 then '[{"code":"invalid-body","count":1}]'::jsonb
           when n % 20 = 0 then '[{"code":"no-answer","count":3}]'::jsonb else '[]'::jsonb end,
      ${rowsPerDevice}::int, int8multirange(int8range(1, ${rowsPerDevice}::int + 1 - n % 3)),
      case when n % 200 = 0 then n % 3 else 0 end
    from generate_series(1, ${devices}::int) n`)
  await db.execute(sql`
    insert into device_customers (device, customer_id, last_seen, to_send, needs_you)
    select ${device}, 'customer-' || n, ${time}, 0, 0 from generate_series(1, ${devices}::int) n`)
  await db.execute(sql`
    insert into sync_log (device, row, customer_id, at, received_at, happened, seq, name)
    select ${device}, row, 'customer-' || n, ${time}, ${time},
      case when row % 2 = 0 then 'delivered' else 'captured' end, (row + 1) / 2, 'survey.answered.v1'
    from generate_series(1, ${devices}::int) n, generate_series(1, ${rowsPerDevice}::int) row`)
  await db.execute(sql`analyze`)
}
