import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockDirectory } from '../../node/lock-directory.ts'
import { openPglite } from '../db/open-pglite.ts'
import { customers } from '../db/schema.ts'
import { prepareData } from '../testing/prepare-data.ts'
import { backUp, putBack } from './backup.ts'

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

const newCustomer = (id: string) => ({ id, country: 'BR', language: 'PT', createdAt: new Date() })

describe('of PGlite', () => {
  const dataDir = () => join(directory, 'data')
  const where = () => ({ databaseUrl: undefined, dataDir: dataDir() })
  const namesNow = async () => {
    const { db, close } = await openPglite(dataDir())
    const rows = await db.select().from(customers)
    await close()
    return rows.map(({ id }) => id)
  }
  const add = async (id: string) => {
    const { db, close } = await openPglite(dataDir())
    await db.insert(customers).values(newCustomer(id))
    await close()
  }
  beforeEach(() => prepareData(dataDir()))

  test('a backup that is put back has what was there then; what came since is kept beside it', async () => {
    await add('before')
    await backUp(where(), file)
    await add('after')
    const replaced = await putBack(where(), file)
    expect(await namesNow()).toEqual(['before'])
    expect(existsSync(join(replaced ?? '', 'PG_VERSION'))).toBe(true)
  })

  test('only its owner can read it, and nothing is written over', async () => {
    await backUp(where(), file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(backUp(where(), file)).rejects.toThrow(`${file} exists already.`)
  })

  test('a server that runs is not read', async () => {
    const unlock = lockDirectory(dataDir())
    await expect(backUp(where(), file)).rejects.toThrow('stop it first')
    unlock()
    expect(readdirSync(directory)).toEqual(['data'])
  })

  test.each(['', 'no backup'])('a file that holds %j replaces nothing', async (content) => {
    await add('before')
    writeFileSync(file, content)
    await expect(putBack(where(), file)).rejects.toThrow(`${file} cannot be read as a backup`)
    expect(await namesNow()).toEqual(['before'])
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('pglite'))).toEqual(['pglite'])
  })

  test('a directory without a database has none to back up', async () => {
    await expect(backUp({ ...where(), dataDir: join(directory, 'nothing') }, file)).rejects.toThrow(
      'There is no database',
    )
    await expect(putBack(where(), file)).rejects.toThrow(`There is no file ${file}.`)
  })
})

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

describe.skipIf(serverUrl === '')('of PostgreSQL', () => {
  let name: string
  const urlOf = (database: string) => {
    const url = new URL(serverUrl)
    url.pathname = `/${database}`
    return url.href
  }
  const where = () => ({ databaseUrl: urlOf(name), dataDir: '' })
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
    onServer((client) => client.query('insert into notes values ($1)', [id]), urlOf(name))
  const notes = (database = name) =>
    onServer(async (client) => {
      const found = await client.query<{ id: string }>('select id from notes order by id')
      return found.rows.map(({ id }) => id)
    }, urlOf(database))
  beforeEach(async () => {
    name = `backup_${randomUUID().replaceAll('-', '')}`
    await onServer((client) => client.query(`create database ${name}`))
    await onServer((client) => client.query('create table notes (id text primary key)'), urlOf(name))
  })
  afterEach(async () => {
    for (const database of await databases())
      await onServer((client) => client.query(`drop database ${database} with (force)`))
  })

  test('a backup that is put back has what was there then; what came since is kept beside it', async () => {
    await add('before')
    await backUp(where(), file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await add('later')
    const replaced = await putBack(where(), file)
    expect(await notes()).toEqual(['before'])
    expect(await notes(replaced)).toEqual(['before', 'later'])
    expect(await databases()).toHaveLength(2)
  })

  test('nothing is put back under a copy of the server that runs', async () => {
    await backUp(where(), file)
    await onServer(async () => {
      await expect(putBack(where(), file)).rejects.toThrow('Stop every copy of the server before a restore.')
    }, urlOf(name))
    expect(await databases()).toEqual([name])
  })

  test.each(['', 'no backup'])('a file that holds %j replaces nothing', async (content) => {
    await add('before')
    writeFileSync(file, content)
    await expect(putBack(where(), file)).rejects.toThrow('pg_restore failed')
    expect(await notes()).toEqual(['before'])
    expect(await databases()).toEqual([name])
  })

  test('a machine without the tools says which ones it needs', async () => {
    vi.stubEnv('PATH', directory)
    await expect(backUp(where(), file)).rejects.toThrow('pg_dump is not installed.')
    expect(readdirSync(directory)).toEqual([])
  })

  test('a database that is away is told in the words of the tool, without its password', async () => {
    const away = { databaseUrl: 'postgres://coach:secret-word@127.0.0.1:1/none', dataDir: '' }
    const failure = await backUp(away, file).catch(String)
    expect(failure).toContain('pg_dump failed')
    expect(failure).not.toContain('secret-word')
    await expect(putBack(away, import.meta.filename)).rejects.toThrow('PostgreSQL refused')
  })
})
