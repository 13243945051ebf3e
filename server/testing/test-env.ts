import type { Env } from '../../src/config/env.ts'
import type { PoolName } from '../../src/config/locales.ts'

const regions = {
  BR: 'sa-east-1',
  GB: 'eu-west-2',
  AU: 'ap-southeast-2',
  NZ: 'ap-southeast-2',
  AR: 'sa-east-1',
  MX: 'us-east-1',
} as const

const poolOf = (name: PoolName) => ({
  userPoolId: `${regions[name]}_${name}Test`,
  webClientId: `webclient${name.toLowerCase()}`,
})

/** Services around the server whose user pools have their keys at an address of the test. */
export const testEnv = (userPoolEndpoint: string): Env => ({
  pools: {
    BR: poolOf('BR'),
    GB: poolOf('GB'),
    AU: poolOf('AU'),
    NZ: poolOf('NZ'),
    AR: poolOf('AR'),
    MX: poolOf('MX'),
  },
  userPoolEndpoint,
  identityPoolId: 'us-east-1:00000000-0000-4000-8000-000000000001',
  storage: { region: 'us-east-1', bucket: 'breaking-barriers' },
})
