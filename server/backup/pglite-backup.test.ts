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
import { backUp, putBack } from './backup.ts'

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

  test('two do not write the same backup, and one that was killed is in nobody’s way', async () => {
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
