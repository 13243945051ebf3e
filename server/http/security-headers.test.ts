import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordEarlyClicks } from '../../src/config/record-early-clicks.ts'
import type { Env } from '../../src/config/env.ts'
import { startTheme } from '../../src/config/start-theme.ts'
import { testEnv } from '../testing/test-env.ts'
import { createContentSecurityPolicy } from './security-headers.ts'

const directive = (env: Env, name: string) =>
  createContentSecurityPolicy(env)
    .split('; ')
    .find((text) => text.startsWith(`${name} `))

const standIns: Env = {
  ...testEnv('http://localhost:8081'),
  identityPoolEndpoint: 'http://localhost:8081',
  storage: { region: 'us-east-1', bucket: 'breaking-barriers', endpoint: 'http://localhost:8082' },
}

/** The hashes of the scripts inside the pages. */
const inline = [startTheme, recordEarlyClicks]
  .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  .join(' ')

test('allows scripts from the site only, plus two inline scripts', () => {
  expect(directive(standIns, 'script-src')).toBe(`script-src 'self' 'wasm-unsafe-eval' ${inline}`)
})

test('limits unlisted sources to the site, and lists everything that can run or be sent', () => {
  expect(directive(standIns, 'default-src')).toBe("default-src 'self'")
  for (const name of ['script', 'style', 'font', 'img', 'media', 'frame', 'connect', 'worker', 'object'])
    expect(directive(standIns, `${name}-src`), name).toBeDefined()
})

test('uses only directives that every engine knows: WebKit reports others on each page', () => {
  expect(directive(standIns, 'manifest-src')).toBeUndefined()
})

test('allows the hosted sign-in pages of exactly the configured pools', () => {
  const hostedOrigin = 'https://coaches.auth.eu-west-2.amazoncognito.com'
  const pools = { ...standIns.pools, GB: { ...standIns.pools.GB, hostedOrigin } }
  expect(directive({ ...standIns, pools }, 'connect-src')?.split(' ')).toContain(hostedOrigin)
  expect(createContentSecurityPolicy(standIns)).not.toContain(hostedOrigin)
  expect(directive({ ...standIns, pools }, 'form-action')).toBe("form-action 'self'")
})

test('allows analytics-tag and consent-banner scripts from exactly the configured origins', () => {
  const scripts = {
    tag: { 'pt-BR': 'https://tags.test/br.js', 'en-GB': 'https://tags.test/gb.js' },
    consent: { 'pt-BR': 'https://banner.test/br.js' },
    origins: ['https://collect.test'],
  }
  expect(directive({ ...standIns, scripts }, 'script-src')).toBe(
    `script-src 'self' 'wasm-unsafe-eval' ${inline} https://tags.test https://banner.test`,
  )
  for (const name of ['connect-src', 'img-src']) {
    const sources = directive({ ...standIns, scripts }, name)
    expect(sources).toMatch(/ https:\/\/tags\.test https:\/\/banner\.test https:\/\/collect\.test$/)
  }
})

test('allows connections to the addresses in the environment, each listed once', () => {
  expect(directive(standIns, 'connect-src')).toBe(
    "connect-src 'self' http://localhost:8081 https://us.profile.test https://eu.profile.test https://sg.profile.test https://extended.test https://consent.test http://localhost:8082",
  )
  expect(directive(standIns, 'media-src')).toBe("media-src 'self' blob: http://localhost:8082")
  expect(directive(standIns, 'frame-src')).toBe('frame-src http://localhost:8082')
})

test("allows connections to AWS's own hosts of every region when no endpoints are set", () => {
  const { userPoolEndpoint: _pool, identityPoolEndpoint: _identity, ...env } = standIns
  const storage = { region: 'us-east-1', bucket: 'breaking-barriers' }
  const loyaltyUrl = 'https://loyalty.test/v1'
  const sources = directive({ ...env, loyaltyUrl, storage }, 'connect-src')
  for (const host of [
    'https://cognito-idp.sa-east-1.amazonaws.com',
    'https://cognito-idp.eu-west-2.amazonaws.com',
    'https://cognito-idp.ap-southeast-2.amazonaws.com',
    'https://cognito-idp.us-east-1.amazonaws.com',
    'https://cognito-identity.us-east-1.amazonaws.com',
    'https://breaking-barriers.s3.us-east-1.amazonaws.com',
    'https://loyalty.test',
  ]) {
    expect(sources).toContain(` ${host}`)
  }
  expect(sources).not.toContain('localhost')
})

test.each([
  ['breaking-barriers', 'https://breaking-barriers.s3.us-east-1.amazonaws.com'],
  [
    'files.example.org',
    'https://s3.us-east-1.amazonaws.com/files.example.org https://s3.us-east-1.amazonaws.com/files.example.org/',
  ],
])('of the buckets of the region, allows connections to %s only', (bucket, sources) => {
  const env = { ...standIns, storage: { region: 'us-east-1', bucket } }
  expect(directive(env, 'frame-src')).toBe(`frame-src ${sources}`)
  expect(directive(env, 'media-src')).toBe(`media-src 'self' blob: ${sources}`)
  expect(directive(env, 'connect-src')).not.toMatch(/ https:\/\/s3\.us-east-1\.amazonaws\.com\/?(?: |$)/)
})
