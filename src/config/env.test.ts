import { expect, test } from 'vitest'
import { parseEnv, findVariablesWithLocalUrl } from './env.ts'
import { localeCodes, poolNames } from './locales.ts'

const pools = Object.fromEntries(
  poolNames.map((name) => [name, { userPoolId: `eu-west-2_${name}`, webClientId: 'abc1' }]),
)
const marketing = { US: 'https://us.test', EU: 'https://eu.test', SG: 'https://sg.test' }
const keys = Object.fromEntries(localeCodes.map((code) => [code, `key-${code}`]))
const { 'es-US': _missing, ...sevenKeys } = keys
const variables = {
  VITE_USER_POOLS: JSON.stringify(pools),
  VITE_IDENTITY_POOL_ID: 'us-east-1:00000000-0000-4000-8000-000000000001',
  VITE_STORAGE_REGION: 'us-east-1',
  VITE_STORAGE_BUCKET: 'bucket',
  VITE_LOYALTY_ADDRESS: 'https://loyalty.test/v1',
  VITE_MARKETING_PROFILE_ADDRESSES: JSON.stringify(marketing),
  VITE_EXTENDED_PROFILE_ADDRESS: 'https://extended.test',
  VITE_CONSENT_ADDRESS: 'https://consent.test',
  VITE_PERSON_KEYS: JSON.stringify(keys),
}

test('uses the endpoints of AWS by default, with the fields absent', () => {
  expect(parseEnv(variables)).toEqual({
    pools,
    identityPoolId: variables.VITE_IDENTITY_POOL_ID,
    storage: { region: 'us-east-1', bucket: 'bucket' },
    loyaltyUrl: 'https://loyalty.test/v1',
    marketingProfileUrls: marketing,
    extendedProfileUrl: 'https://extended.test',
    consentUrl: 'https://consent.test',
    personKeys: keys,
    scripts: { tag: {}, consent: {}, origins: [] },
    socialLinks: Object.fromEntries(localeCodes.map((code) => [code, {}])),
  })
})

test('uses the given endpoints', () => {
  const env = parseEnv({
    ...variables,
    VITE_STORAGE_ENDPOINT: 'http://localhost:1',
    VITE_USER_POOL_ENDPOINT: '',
  })
  expect(env.storage.endpoint).toBe('http://localhost:1')
  expect(env).not.toHaveProperty('userPoolEndpoint')
})

test('names scripts by locale, and omits those that are not named', () => {
  const env = parseEnv({
    ...variables,
    VITE_TAG_SCRIPTS: '{"pt-BR":"https://tags.test/br.js","es-AR":"https://tags.test/ar.js"}',
    VITE_CONSENT_SCRIPTS: '{"pt-BR":"https://consent.test/br.js"}',
    VITE_SCRIPT_ORIGINS: '["https://collect.test"]',
  })
  expect(env.scripts).toEqual({
    tag: { 'pt-BR': 'https://tags.test/br.js', 'es-AR': 'https://tags.test/ar.js' },
    consent: { 'pt-BR': 'https://consent.test/br.js' },
    origins: ['https://collect.test'],
  })
})

test('a locale has the social pages of its language, except those it names itself or omits', () => {
  const facebook = 'https://www.facebook.com/barriers'
  const youtube = 'https://www.youtube.com/@barriers'
  const { socialLinks } = parseEnv({
    ...variables,
    VITE_SOCIAL_LINKS: JSON.stringify({
      en: { facebook, youtube },
      'en-US': { facebook: `${facebook}-us` },
      'en-NZ': { youtube: null },
      'es-MX': { youtube },
    }),
  })
  expect(socialLinks).toEqual({
    'pt-BR': {},
    'en-GB': { facebook, youtube },
    'en-US': { facebook: `${facebook}-us`, youtube },
    'en-AU': { facebook, youtube },
    'en-NZ': { facebook },
    'es-AR': {},
    'es-MX': { youtube },
    'es-US': {},
  })
})

test('rejects a wrong social page, and names its place', () => {
  const value = '{"en-US":{"facebook":"http://www.facebook.com/barriers"}}'
  expect(() => parseEnv({ ...variables, VITE_SOCIAL_LINKS: value })).toThrow(
    'VITE_SOCIAL_LINKS.en-US.facebook: must begin with https://',
  )
})

test.each([
  ['VITE_USER_POOLS', undefined],
  ['VITE_USER_POOLS', 'not json'],
  ['VITE_USER_POOLS', '{}'],
  ['VITE_IDENTITY_POOL_ID', 'x'],
  ['VITE_STORAGE_BUCKET', ''],
  ['VITE_STORAGE_ENDPOINT', 'http://localhost:1/'],
  ['VITE_LOYALTY_ADDRESS', undefined],
  ['VITE_MARKETING_PROFILE_ADDRESSES', JSON.stringify({ ...marketing, SG: '' })],
  ['VITE_CONSENT_ADDRESS', 'consent.test'],
  ['VITE_PERSON_KEYS', JSON.stringify(sevenKeys)],
  ['VITE_TAG_SCRIPTS', '{"pt-BR":"tags.test"}'],
  ['VITE_TAG_SCRIPTS', '{"fr-FR":"https://tags.test/fr.js"}'],
  // es-AR has no consent banner (specification §9).
  ['VITE_CONSENT_SCRIPTS', '{"es-AR":"https://consent.test/ar.js"}'],
  ['VITE_SCRIPT_ORIGINS', '["https://collect.test/path"]'],
  ['VITE_SOCIAL_LINKS', 'https://www.facebook.com/barriers'],
  ['VITE_SOCIAL_LINKS', '{"en":{"facebook":"javascript:alert(1)"}}'],
  ['VITE_SOCIAL_LINKS', '{"en":{"myspace":"https://myspace.test"}}'],
  ['VITE_SOCIAL_LINKS', '{"fr":{}}'],
  ['VITE_SCRIPT_ORIGINS', `["https://collect.test; script-src *"]`],
])('rejects %s = %j by name', (name, value) => {
  expect(() => parseEnv({ ...variables, [name]: value })).toThrow(name)
})

test.each([
  'http://localhost:8081',
  'http://localhost',
  'https://LOCALHOST/loyalty',
  'http://127.0.0.1:9000',
  'http://[::1]:8082/x',
  'http://pool.localhost:8081',
  '{"US":"https://us.example","EU":"http://localhost:8084/marketing-profile"}',
])('%s is on this machine', (VITE_SERVICE) => {
  expect(findVariablesWithLocalUrl({ VITE_SERVICE })).toEqual(['VITE_SERVICE'])
})

test.each([
  'https://localhost.example',
  'https://my-localhost-cdn.example/x',
  'https://127.example',
  '',
  'localhost',
])('%s is not on this machine', (VITE_SERVICE) => {
  expect(findVariablesWithLocalUrl({ VITE_SERVICE, PUBLIC_ORIGIN: 'http://localhost:8080' })).toEqual([])
})
