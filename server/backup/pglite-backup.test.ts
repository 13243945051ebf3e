import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDirectory } from '../../node/lock-directory.ts'
import { openPglite } from '../db/connection/open-pglite.ts'
import { customers } from '../db/schema.ts'
import { prepareData } from '../testing/prepare-data.ts'
import { backUp, restoreBackup } from './backup.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'backup-'))
  file = join(directory, 'backup')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

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

  test('restores the data as it was at the backup, and keeps the later data beside it', async () => {
    await add('before')
    await backUp(where(), file)
    await add('after')
    const replaced = await restoreBackup(where(), file)
    expect(await namesNow()).toEqual(['before'])
    expect(existsSync(join(replaced ?? '', 'PG_VERSION'))).toBe(true)
  })

  test('makes a backup that only its owner can read, and overwrites no file', async () => {
    await backUp(where(), file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(backUp(where(), file)).rejects.toThrow(`${file} exists already.`)
  })

  test('refuses to write one backup twice at once, and replaces one whose process was killed', async () => {
    await add('before')
    const { href } = new URL('backup.ts', import.meta.url)
    const script = `import { backUp } from '${href}'
      await backUp(${JSON.stringify({ dataDir: dataDir() })}, ${JSON.stringify(file)})`
    const other = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
    await expect.poll(() => readdirSync(directory)).toContain('backup.unfinished')
    await expect(backUp(where(), file)).rejects.toThrow(`${file} is being written by process ${other.pid}.`)
    other.kill('SIGKILL')
    await once(other, 'exit')
    expect(readdirSync(directory)).toContain('backup.unfinished')
    await backUp(where(), file)
    expect(readdirSync(directory)).toEqual(['backup', 'data'])
  })

  test('does not back up the data of a running server', async () => {
    const unlock = lockDirectory(dataDir())
    await expect(backUp(where(), file)).rejects.toThrow('stop it first')
    unlock()
    expect(readdirSync(directory)).toEqual(['data'])
  })

  test.each(['', 'no backup'])('replaces nothing with a file that contains %j', async (content) => {
    await add('before')
    writeFileSync(file, content)
    await expect(restoreBackup(where(), file)).rejects.toThrow(`${file} cannot be read as a backup`)
    expect(await namesNow()).toEqual(['before'])
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('pglite'))).toEqual(['pglite'])
  })

  test('refuses to back up a directory without a database', async () => {
    await expect(backUp({ ...where(), dataDir: join(directory, 'nothing') }, file)).rejects.toThrow(
      'There is no database',
    )
    await expect(restoreBackup(where(), file)).rejects.toThrow(`There is no file ${file}.`)
  })
})
