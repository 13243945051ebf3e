import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localeCodes } from '../../src/config/locales.ts'
import { listen, stopListening } from '../../node/listen.ts'
import { createScriptHost } from './create-script-host.ts'

const server = createServer(createScriptHost())
let address: string
beforeAll(async () => {
  address = `http://localhost:${await listen(server, { port: 0, variable: 'SCRIPTS_PORT', host: 'localhost' })}`
})
afterAll(() => stopListening(server, 500))

const status = async (path: string, init?: RequestInit) => (await fetch(`${address}${path}`, init)).status

test.each(localeCodes)('%s has a tag, and a consent banner unless it is es-AR', async (locale) => {
  expect(await status(`/tag/${locale}.js`)).toBe(200)
  expect(await status(`/consent/${locale}.js`)).toBe(locale === 'es-AR' ? 404 : 200)
})

test.each(['/', '/tag/fr-FR.js', '/tag/../create-script-host.ts', '/other/pt-BR.js'])(
  '%s is not found',
  async (path) => {
    expect(await status(path)).toBe(404)
  },
)

test('shows what a tag collects to tests, and to no page', async () => {
  await fetch(`${address}/collect`, { method: 'POST', body: '{"event":"scroll","percent":25}' })
  expect(await status('/collect', { method: 'POST', body: 'words' })).toBe(400)
  const stored = await fetch(`${address}/_stored`)
  expect(await stored.json()).toEqual([{ event: 'scroll', percent: 25 }])
  expect(await status('/_stored', { headers: { Origin: 'http://localhost:8080' } })).toBe(403)
})
