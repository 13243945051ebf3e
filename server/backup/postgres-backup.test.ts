import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backUp, restoreBackup } from './backup.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'backup-'))
  file = join(directory, 'backup')
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true, force: true })
})

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

describe.skipIf(serverUrl === '')('of PostgreSQL', () => {
  let name: string
  const toUrl = (database: string) => {
    const url = new URL(serverUrl)
    url.pathname = `/${database}`
    return url.href
  }
  const where = () => ({ databaseUrl: toUrl(name), dataDir: '' })
  const onServer = async <T>(work: (client: Client) => Promise<T>, url = serverUrl): Promise<T> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const databases = () =>
    onServer(async (client) => {
      const found = await client.query<{ name: string }>(
        'select datname as name from pg_database where datname like $1 order by 1',
        [`${name}%`],
      )
      return found.rows.map((row) => row.name)
    })
  const add = (id: string) =>
    onServer((client) => client.query('insert into customers values ($1)', [id]), toUrl(name))
  const namesNow = (database = name) =>
    onServer(async (client) => {
      const found = await client.query<{ id: string }>('select id from customers order by id')
      return found.rows.map(({ id }) => id)
    }, toUrl(database))
  const dropAll = async () => {
    for (const database of await databases())
      await onServer((client) => client.query(`drop database ${database} with (force)`))
  }
  beforeEach(async () => {
    name = `backup_${randomUUID().replaceAll('-', '')}`
    await onServer((client) => client.query(`create database ${name}`))
    const tables = 'create table customers (id text primary key); create table deliveries ()'
    await onServer((client) => client.query(tables), toUrl(name))
  })
  afterEach(dropAll)

  test('restores the data as it was at the backup, and keeps the later data beside it', async () => {
    await add('before')
    await backUp(where(), file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await add('later')
    const replaced = await restoreBackup(where(), file)
    expect(await namesNow()).toEqual(['before'])
    expect(await namesNow(replaced)).toEqual(['before', 'later'])
    expect(await databases()).toHaveLength(2)
  })

  test('creates the database when a backup is restored in a new place', async () => {
    await add('before')
    await backUp(where(), file)
    await dropAll()
    expect(await restoreBackup(where(), file)).toBeUndefined()
    expect(await namesNow()).toEqual(['before'])
    expect(await databases()).toEqual([name])
  })

  test('the runbook’s way back restores the data that was kept', async () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8')
    const renames = runbook.match(/^ *alter database .*;\n *alter database .*;$/m)?.[0] ?? ''
    await add('before')
    await backUp(where(), file)
    await add('later')
    const kept = (await restoreBackup(where(), file)) ?? ''
    const sql = renames.replaceAll('<name>', name).replaceAll('<kept>', kept)
    await onServer((client) => client.query(sql))
    expect(await namesNow()).toEqual(['before', 'later'])
    expect(await namesNow(`${name}_restored`)).toEqual(['before'])
  })

  test('a backup that is killed ends pg_dump with it', async () => {
    await onServer(
      (client) =>
        client.query(
          'insert into customers select n::text || md5(n::text) from generate_series(1, 1500000) n',
        ),
      toUrl(name),
    )
    const program = `import { backUp } from '${join(import.meta.dirname, 'backup.ts')}'
      await backUp(${JSON.stringify(where())}, '${file}')`
    const backup = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
    const countDumps = () =>
      onServer(async (client) => {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where application_name = 'pg_dump' and datname = $1",
          [name],
        )
        return rows[0]?.count
      })
    await expect.poll(countDumps, { timeout: 20_000, interval: 20 }).toBe(1)
    backup.kill('SIGKILL')
    await expect.poll(countDumps, { timeout: 2000, interval: 50 }).toBe(0)
  })

  test("neither backs up another database nor replaces the product's with it", async () => {
    const other = `${name}_other`
    await add('before')
    await onServer((client) => client.query(`create database ${other}`))
    const reason = 'has no customers: it is not of this product.'
    await expect(backUp({ ...where(), databaseUrl: toUrl(other) }, file)).rejects.toThrow(
      `${other} ${reason}`,
    )
    expect(readdirSync(directory)).toEqual([])
    execFileSync('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${toUrl(other)}`])
    await expect(restoreBackup(where(), file)).rejects.toThrow(`${file} ${reason}`)
    expect(await namesNow()).toEqual(['before'])
    expect(await databases()).toEqual([name, other])
  })

  test('restores nothing while an instance of the server runs', async () => {
    await backUp(where(), file)
    await onServer(async () => {
      await expect(restoreBackup(where(), file)).rejects.toThrow(
        'Stop every instance of the server before a restore.',
      )
    }, toUrl(name))
    expect(await databases()).toEqual([name])
  })

  test.each(['', 'no backup'])('replaces nothing with a file that contains %j', async (content) => {
    await add('before')
    writeFileSync(file, content)
    await expect(restoreBackup(where(), file)).rejects.toThrow('pg_restore failed')
    expect(await namesNow()).toEqual(['before'])
    expect(await databases()).toEqual([name])
  })

  test('names a file that cannot be read, and leaves the database as it was', async () => {
    await add('before')
    await expect(restoreBackup(where(), directory)).rejects.toThrow('pg_restore failed: EISDIR')
    expect(await namesNow()).toEqual(['before'])
    expect(await databases()).toEqual([name])
  })

  test('names the missing tools', async () => {
    vi.stubEnv('PATH', directory)
    await expect(backUp(where(), file)).rejects.toThrow('pg_dump is not installed.')
    expect(readdirSync(directory)).toEqual([])
  })

  test('reports an unavailable database without its password', async () => {
    const away = { databaseUrl: 'postgres://coach:secret-word@127.0.0.1:1/none', dataDir: '' }
    const failure = await backUp(away, file).catch(String)
    expect(failure).toContain('PostgreSQL reported')
    expect(failure).not.toContain('secret-word')
    await expect(restoreBackup(away, import.meta.filename)).rejects.toThrow('PostgreSQL reported')
  })
})
