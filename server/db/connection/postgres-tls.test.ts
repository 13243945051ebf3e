import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type RunningPostgres } from '../../../scripts/programs/test-postgres.ts'
import { createTestCertificates } from '../../../scripts/programs/test-certificates.ts'
import { openPostgres, noCallbacks } from './open-postgres.ts'

/** The test starts a PostgreSQL of its own, if this run has PostgreSQL. */
const hasPostgres = Boolean(process.env['TEST_DATABASE_URL'])

const folder = mkdtempSync(join(tmpdir(), 'postgres-tls-'))
const at = (name: string) => join(folder, name)
let postgres: RunningPostgres

const { makeAuthority, makeCertificate } = createTestCertificates(folder)

beforeAll(async () => {
  if (!hasPostgres) return
  await Promise.all([makeAuthority('ours'), makeAuthority('another')])
  const tls = await makeCertificate('ours')
  const started = await startTestPostgres(tls)
  if ('skipped' in started) throw new Error(started.skipped)
  postgres = started
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true })
})

const open = (query: string, host = '127.0.0.1') => {
  const url = new URL(`${postgres.url}?${query}`)
  url.hostname = host
  return openPostgres(url.href, noCallbacks)
}

test.runIf(hasPostgres)('connects by TLS when the certificate is signed by the CA in the URL', async () => {
  const { db, close } = await open(`sslmode=verify-full&sslrootcert=${at('ours.pem')}`)
  const rows = db.select({ ssl: sql<boolean>`ssl` }).from(sql`pg_stat_ssl where pid = pg_backend_pid()`)
  expect(await rows).toEqual([{ ssl: true }])
  await close()
})

test.runIf(hasPostgres).each([
  ['of another CA', () => `sslrootcert=${at('another.pem')}`, '127.0.0.1', /unable to verify|self.signed/],
  ['of a CA that nobody named', () => '', '127.0.0.1', /unable to verify|self.signed/],
  ['for another name', () => `sslrootcert=${at('ours.pem')}`, 'localhost', /does not match certificate/],
  ['of a CA whose file is missing', () => `sslrootcert=${at('none.pem')}`, '127.0.0.1', /ENOENT.*none\.pem/],
])('refuses a certificate %s, in one line', async (_, authority, host, reason) => {
  const opened = open(`sslmode=verify-full&${authority()}`, host)
  await expect(opened).rejects.toThrow(/^The database at DATABASE_URL cannot be used: [^\n]+$/)
  await expect(opened).rejects.toThrow(reason)
})
