import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { fillProgramme } from '../programme/fill-programme.ts'
import { fillSyncLog } from '../sync-log/fill-sync-log.ts'

/** Fills every table that grows with coaches, until PostgreSQL prefers an index if there is one. */
export const fillEveryTable = async (db: Database, coaches: number, now: Date): Promise<void> => {
  await fillProgramme(db, { coaches, events: coaches, now })
  await fillSyncLog(db, { devices: coaches, rowsPerDevice: 3, now })
  const time = sql`${now.toISOString()}::timestamptz`
  const later = sql`${time} + interval '20 days'`
  const coach = sql`generate_series(1, ${coaches}::int) n`
  const device = sql`('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`
  const hash = sql`repeat(md5(n::text), 2)`
  const fillings = [
    sql`deliveries (customer_id, key, call, hash, device, seq, received_at)
      select 'customer-' || 1 + n % ${coaches}::int, gen_random_uuid(), 'events', ${hash}, ${device}, n, ${time}
      from generate_series(1, ${coaches * 20}::int) n`,
    sql`module_events (sequence, customer_id, module_id, type, action, received_at)
      select n, 'customer-' || n, 'training-1', 'video', 'start', ${time} from ${coach}`,
    sql`impacts (customer_id, number_of_people, young_female, sport_type, sequence, received_at)
      select 'customer-' || n, 20, 'half', 'futsal', n, ${time} from ${coach}`,
    sql`custom_fields (customer_id, name, value, sequence, received_at)
      select 'customer-' || n, 'shirt', 'M', n, ${time} from ${coach}`,
    sql`replaced_answers (customer_id, module_id, answers, device, sequence, answered_at)
      select 'customer-' || n, 'training-1', '[]', ${device}, 100000000 + n, ${time} from ${coach}`,
    sql`certificate_names (customer_id, course_id, name, locale, sequence, received_at)
      select 'customer-' || n, 'football', 'Ana', 'pt-BR', n, ${time} from ${coach}`,
    sql`certificate_documents (number, customer_id, course_id, name, title, locale, hours, issued_at, key_id, signature)
      select ${hash}, 'customer-' || n, 'football', 'Ana', 'Futebol', 'pt-BR', 3, ${time}, '2026-01', '' from ${coach}`,
    sql`app_vitals (day, vital, route, bucket, count)
      select ${time}::date - n % 90, 'LCP', '/$locale/files', n / 90, 1 from ${coach}`,
    sql`sessions (token_hash, customer_id, device, admin, created_at, expires_at)
      select ${hash}, 'customer-' || n, ${device}, false, ${time}, ${later} from ${coach}`,
    sql`device_secrets (device, secret_hash, created_at) select ${device}, ${hash}, ${time} from ${coach}`,
    sql`retired_devices (device_hash, retired_at) select ${hash}, ${time} from ${coach}`,
    sql`sign_outs (customer_id, not_before) select 'customer-' || n, ${time} - interval '1 year' from ${coach} where n > 100`,
    sql`ended_sign_ins (customer_id, signed_in_at, ended_at) select 'customer-' || n, ${time} - interval '1 year', ${time} from ${coach}`,
    sql`loyalty_sign_ins (token_hash, customer_id, signed_in_at) select ${hash}, 'customer-' || n, ${time} from ${coach}`,
    sql`authenticators (customer_id, secret, created_at) select 'customer-' || n, '', ${time} from ${coach}`,
    sql`erasures (number, customer_hash, erased_at, by, rows) select gen_random_uuid(), ${hash}, ${time}, 'customer', '{}' from ${coach}`,
    sql`erased_sessions (token_hash, expires_at) select ${hash}, ${later} from ${coach}`,
  ]
  for (const filling of fillings) await db.execute(sql`insert into ${filling}`)
  await db.execute(sql`analyze`)
}
