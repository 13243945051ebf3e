import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSiteFiles } from './site-files.ts'

const text = 'words '.repeat(500)

const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'page.html'), text)
  return folder
}

/** Makes the next read fail. */
const failOnce = () => {
  vi.spyOn(fs, 'createReadStream').mockImplementationOnce(() => {
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
}

test('reads a file again for the next request after a failed read', async () => {
  const files = createSiteFiles(createFolder())
  failOnce()
  await expect(files('page.html')).rejects.toThrow('EIO')
  expect(await files('page.html')).toMatchObject({ path: 'page.html', size: text.length })
})

test('reads a file again for the next request after a failed compression', async () => {
  const folder = createFolder()
  const file = await createSiteFiles(folder)('page.html')
  rmSync(join(folder, 'page.html'))
  await expect(file?.encode?.('gzip')).rejects.toThrow('ENOENT')
  writeFileSync(join(folder, 'page.html'), text)
  expect(gunzipSync((await file?.encode?.('gzip')) ?? '').toString()).toBe(text)
})
