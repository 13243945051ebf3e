import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFindPage } from './find-page.ts'

test('reads the list again for the next request after a failed read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const list = join(folder, 'known-addresses.json')
  const findPage = createFindPage(folder)
  mkdirSync(list)
  expect(await findPage('pt-BR', 'no-such-page')).toBe('no-such-page')
  rmdirSync(list)
  writeFileSync(list, '{"pt-BR": ["about"')
  expect(await findPage('pt-BR', 'no-such-page')).toBe('no-such-page')
  writeFileSync(list, '{"pt-BR": ["about"]}')
  expect(await findPage('pt-BR', 'no-such-page')).toBeUndefined()
  expect(await findPage('pt-BR', 'About/')).toBe('about')
})
