import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { guardAdminPages } from './guard-admin-pages.ts'
import { serveSite } from './serve-site.ts'

let api: TestApp
const staticDir = mkdtempSync(join(tmpdir(), 'site-'))
beforeAll(async () => {
  writeFileSync(join(staticDir, 'index.html'), '<title>The app</title>')
  api = await startTestApp()
})
afterAll(async () => {
  rmSync(staticDir, { recursive: true })
  await api.stop()
})

const asBrowser = { Accept: 'text/html' }
const client = () => api.createInstance({ settings: { staticDir } }).client()

test.each(['/pt-BR/admin', '/pt-BR/admin/sync', `/en-US/admin/sync/${randomUUID()}`])(
  '%s is the app: 403 for a visitor and a coach, 200 for an admin',
  async (page) => {
    const someone = client()
    const open = async () => {
      const { status, headers, body } = await someone.get(page, asBrowser)
      expect(body).toContain('The app')
      return [status, headers.get('Cache-Control') === 'no-store']
    }
    expect(await open()).toEqual([403, true])
    await someone.signIn()
    expect(await open()).toEqual([403, true])
    await someone.signIn(randomUUID(), { groups: ['admin'] })
    expect(await open()).toEqual([200, false])
  },
)

test('responds the same to curl', async () => {
  const someone = client()
  expect((await someone.get('/pt-BR/admin/sync', { Accept: '*/*' })).status).toBe(403)
  await someone.signIn(randomUUID(), { groups: ['admin'] })
  expect((await someone.get('/pt-BR/admin/sync', { Accept: '*/*' })).status).toBe(200)
})

test('serves other pages to everybody', async () => {
  expect((await client().get('/pt-BR/outbox', asBrowser)).status).toBe(200)
})

test('serves the app, which says why, when no session can be looked up', async () => {
  const away = guardAdminPages({
    sessions: { find: () => Promise.reject(new Error('Connection terminated')) },
    cookies: { readSession: () => 'token' },
    limit: createTokenBuckets({ perMinute: 1, now: () => 0 }),
    getAddress: () => '192.0.2.1',
  })
  const app = new Hono<AppEnv>().use(away).all('*', serveSite(staticDir))
  const response = await app.request('/pt-BR/admin/sync', { headers: asBrowser })
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('The app')])
})
