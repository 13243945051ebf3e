import { expect, test } from 'vitest'
import { localeCodes, locales } from '../config/locales.ts'
import { memoryKeyValues } from './auth.fixture.ts'
import { createProviderFor } from './provider-for.ts'

const pool = (region: string) => ({ userPoolId: `${region}_Pool`, webClientId: 'client' })

const providerFor = createProviderFor({
  env: {
    pools: {
      BR: pool('sa-east-1'),
      GB: pool('eu-west-2'),
      AU: pool('ap-southeast-2'),
      NZ: pool('ap-southeast-2'),
      AR: pool('sa-east-1'),
      MX: pool('us-east-1'),
    },
    identityPoolId: 'us-east-1:00000000-0000-4000-8000-000000000001',
    storage: { region: 'us-east-1', bucket: 'files' },
  },
  values: memoryKeyValues(),
  sleep: async () => undefined,
  exclusive: (work) => work(),
})

const localesWith = (kind: 'user-pool' | 'loyalty') =>
  localeCodes.filter((code) => locales[code].auth.kind === kind)

test.each(localesWith('user-pool'))('%s has a provider', async (code) => {
  expect((await providerFor(code)).ok).toBe(true)
})

test.each(localesWith('loyalty'))('%s says that there is no provider', async (code) => {
  expect(await providerFor(code)).toEqual({ ok: false, error: { message: 'error.signInNotInCountryYet' } })
})

test('a pool has one provider, and every pool its own', async () => {
  const [brazil, again, britain] = await Promise.all([
    providerFor('pt-BR'),
    providerFor('pt-BR'),
    providerFor('en-GB'),
  ])
  expect(brazil.ok && again.ok && brazil.value === again.value).toBe(true)
  expect(brazil.ok && britain.ok && brazil.value === britain.value).toBe(false)
})
