import { globSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errors } from '../../src/contract/errors.ts'
import { createProductApiClient } from '../../src/contract/product-api-client.ts'
import { notCommitted } from '../../src/lib/testing/not-committed.ts'
import { isCallName, productApi } from '../../src/contract/product-api.ts'
import { adminApi } from '../../src/contract/product-api/admin/admin-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { schemaVersion } from '../../src/contract/schema-version.ts'
import { attemptsOn, createKeyOption, postCalls, rejected } from '../testing/attempts.ts'
import { bodyFor, listFields, recordExchanges, recordedDevice, type Exchanges } from '../testing/exchanges.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

/** During a rolling update, apps and server instances of two releases talk to each other. */

/**
 * The version before the current one. Its exchanges are the messages that app and server sent each other
 * while it was the newest.
 */
const previousVersion = schemaVersion - 1
const toFileName = (version: number) => `exchanges.v${version}.txt`
const folder = new URL('../testing/', import.meta.url)
const committed = globSync('exchanges.v*.txt', { cwd: folder })

const read = (version: number): Exchanges => {
  if (committed.includes(toFileName(version)))
    return JSON.parse(readFileSync(new URL(toFileName(version), folder), 'utf8'))
  throw new Error(
    `server/testing/${toFileName(version)} is missing: what app and server of version ${version} say to each other. Restore it from the commit before; a version is recorded while it is the newest.`,
  )
}
const previous = Object.entries(read(previousVersion))

describe('the exchanges of this version', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp()
  })
  afterAll(() => api.stop())

  test('are recorded for the next release', async () => {
    const recorded = `${JSON.stringify(await recordExchanges(api), null, 2)}\n`
    const file = toFileName(schemaVersion)
    const words = committed.includes(file)
      ? `App and server say something else to each other than in version ${schemaVersion}. src/contract/schema-version.test.ts says whether that is a version of its own; else delete ${file} and run this test.`
      : notCommitted(`server/testing/${file}`)
    await expect(recorded, words).toMatchFileSnapshot(`../testing/${file}`)
  })

  test('are committed with those of the previous version, and with no others', () => {
    const needed = new Set([previousVersion, schemaVersion].map(toFileName))
    expect(committed.filter((file) => !needed.has(file))).toEqual([])
  })
})

describe('an app of the previous release', () => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp()
  })
  afterAll(() => api.stop())

  test('is understood by this server, and finds in its responses every field it knows', async () => {
    const coach = api.client()
    const customer = await coach.signIn(undefined, { device: recordedDevice })
    for (const [name, exchange] of previous) {
      const call = postCalls.find((known) => known === name)
      if (!call) throw new Error(`There is no ${name} any more.`)
      const { status, body } = await coach.post(
        productApi[call].path,
        await bodyFor(api, exchange, customer),
        { ...createKeyOption(call), headers: { [headers.schemaVersion]: String(previousVersion) } },
      )
      expect([name, status]).toEqual([name, 200])
      expect(listFields(body)).toEqual(expect.arrayContaining(listFields(exchange.response)))
    }
  })
})

describe('a server of the previous release', () => {
  test.each(previous)('is understood by this app: %s', async (name, { body, response }) => {
    if (!isCallName(name)) throw new Error(`There is no ${name} any more.`)
    const responded = JSON.stringify(response).replaceAll('{customer}', 'coach-a')
    const fetch = async (url: string) =>
      url.endsWith(productApi.csrfCookie.path) ? Response.json({ token: 'abc' }) : new Response(responded)
    const { call } = createProductApiClient({ origin: '', fetch, loadAdminApi: async () => adminApi })
    const result = await call(name, v.parse(v.any(), body))
    expect(result.ok).toBe(true)
  })

  const { given, attempt } = attemptsOn('PGlite')
  const answers = [{ question: 'q1', value: 'a' }]
  test.each<[string, string, object, string | undefined]>([
    ['module', '/api/save-answers', { video_id: 'training-99', answers }, 'video_id'],
    ['extra module', '/api/save-extra-answers', { extra_module_id: 'x-extra', answers }, 'extra_module_id'],
    [
      'module of an event',
      '/api/save-modules-events',
      { video_id: 'training-99', type: 'video', action: 'start' },
      'video_id',
    ],
    ['course', '/api/check-certificate', { course_id: 'futsal', isFIFA: false }, 'course_id'],
    [
      'question',
      '/api/save-answers',
      { video_id: 'training-1', answers: [{ question: 'q99', value: 'a' }] },
      'answers.0.question',
    ],
    [
      'option',
      '/api/save-answers',
      { video_id: 'training-1', answers: [{ question: 'q1', value: 'zz' }] },
      'answers.0.value',
    ],
    ['call', '/api/save-training-plan', { plan: 'x' }, undefined],
  ])('lets an entry wait whose %s it does not know', async (_what, path, body, field) => {
    const { coach, customer } = given()
    const entry = { customer_id: customer, ...body }
    expect(await attempt(() => coach.deliver(path, entry))).toEqual(rejected('schema-unknown', field))
  })

  test('lets an entry wait whose version it does not know', async () => {
    const { coach, samples } = given()
    const sent = { headers: { [headers.schemaVersion]: String(schemaVersion + 1) } }
    expect(await attempt(() => coach.deliver('/api/events', samples.events, sent))).toEqual(
      rejected('schema-unknown'),
    )
  })

  test('does not know a locale, and reports this to a coach who signs in there', async () => {
    const { api, samples } = given()
    const body = { ...samples.login, locale: 'es-CL' }
    expect(await attempt(() => api.client().post('/api/login', body))).toEqual(
      rejected('schema-unknown', 'locale'),
    )
  })

  test('makes the app wait', () => {
    expect(errors['schema-unknown'].next).toBe('retry')
  })
})
