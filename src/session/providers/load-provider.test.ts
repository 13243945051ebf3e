import { expect, test } from 'vitest'
import { localeCodes, locales } from '../../config/locales.ts'
import { sessionWorld } from '../testing/session-world.ts'
import { createLoadProvider, createProviderFetch } from './load-provider.ts'
import { testEnv } from './testing/env.ts'

const pool = (region: string) => ({ userPoolId: `${region}_Pool`, webClientId: 'client' })

const pools = {
  BR: pool('sa-east-1'),
  GB: pool('eu-west-2'),
  AU: pool('ap-southeast-2'),
  NZ: pool('ap-southeast-2'),
  AR: pool('sa-east-1'),
  MX: pool('us-east-1'),
}

const { deps } = sessionWorld()
const loadProvider = createLoadProvider({
  ...deps,
  env: testEnv({ pools }),
  fetch: async () => Response.error(),
  serverTime: async () => 0,
  withTabLock: (work) => work(),
})

const localesWith = (kind: 'user-pool' | 'loyalty') =>
  localeCodes.filter((code) => locales[code].auth.kind === kind)

test.each(localeCodes)('%s has a provider', async (code) => {
  expect((await loadProvider(code)).ok).toBe(true)
})

test.each([
  ['user-pool', 'code'],
  ['loyalty', 'sign-up'],
] as const)('the locales of a %s provider verify an account by %s', async (kind, verifiedBy) => {
  for (const code of localesWith(kind)) {
    const provider = await loadProvider(code)
    expect(provider.ok && provider.value.verifiedBy).toBe(verifiedBy)
  }
})

test('creates one provider for each pool', async () => {
  const [brazil, again, britain] = await Promise.all([
    loadProvider('pt-BR'),
    loadProvider('pt-BR'),
    loadProvider('en-GB'),
  ])
  expect(brazil.ok && again.ok && brazil.value === again.value).toBe(true)
  expect(brazil.ok && britain.ok && brazil.value === britain.value).toBe(false)
})

const fetchWith = (error: Error, isServerReachable: boolean) =>
  createProviderFetch(
    async () => {
      throw error
    },
    async () => isServerReachable,
  )

const noConnection = new TypeError('Failed to fetch')

test('responds with 503 when only the provider is unreachable, not our server', async () => {
  const response = await fetchWith(noConnection, true)('https://provider.example/')
  expect(response.status).toBe(503)
})

test.each([
  ['there is no connection at all', noConnection, false],
  ['the time is over', new DOMException('late', 'TimeoutError'), true],
  ['the caller does not want it any more', new DOMException('enough', 'AbortError'), true],
])('rethrows the original error when %s', async (_where, error, isServerReachable) => {
  await expect(fetchWith(error, isServerReachable)('https://provider.example/')).rejects.toBe(error)
})
