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

const createPool = (name: PoolName) => ({
  userPoolId: `${regions[name]}_${name}Test`,
  webClientId: `webclient${name.toLowerCase()}`,
})

/** The site's credential at the test's loyalty provider. */
export const testVendor = btoa('vendor:secret')

/** The services around the server. The test holds the keys of the pools and plays the loyalty provider. */
export const testEnv = (origin: string): Env => ({
  pools: {
    BR: createPool('BR'),
    GB: createPool('GB'),
    AU: createPool('AU'),
    NZ: createPool('NZ'),
    AR: createPool('AR'),
    MX: createPool('MX'),
  },
  userPoolEndpoint: origin,
  identityPoolId: 'us-east-1:00000000-0000-4000-8000-000000000001',
  storage: { region: 'us-east-1', bucket: 'breaking-barriers' },
  loyaltyUrl: `${origin}/loyalty`,
  marketingProfileUrls: {
    US: 'https://us.profile.test',
    EU: 'https://eu.profile.test',
    SG: 'https://sg.profile.test',
  },
  extendedProfileUrl: 'https://extended.test/v1',
  consentUrl: 'https://consent.test',
  personKeys: {
    'pt-BR': 'key',
    'en-GB': 'key',
    'en-US': 'key',
    'en-AU': 'key',
    'en-NZ': 'key',
    'es-AR': 'key',
    'es-MX': 'key',
    'es-US': 'key',
  },
  scripts: { tag: {}, consent: {}, origins: [] },
  socialLinks: {
    'pt-BR': {},
    'en-GB': {},
    'en-US': {},
    'en-AU': {},
    'en-NZ': {},
    'es-AR': {},
    'es-MX': {},
    'es-US': {},
  },
})

/** The environment variables for these services. */
export const toVariables = (env: Env): Record<string, string> => ({
  VITE_USER_POOLS: JSON.stringify(env.pools),
  VITE_USER_POOL_ENDPOINT: env.userPoolEndpoint ?? '',
  VITE_IDENTITY_POOL_ID: env.identityPoolId,
  VITE_IDENTITY_POOL_ENDPOINT: env.identityPoolEndpoint ?? '',
  VITE_STORAGE_REGION: env.storage.region,
  VITE_STORAGE_BUCKET: env.storage.bucket,
  VITE_STORAGE_ENDPOINT: env.storage.endpoint ?? '',
  VITE_LOYALTY_ADDRESS: env.loyaltyUrl,
  LOYALTY_VENDOR: testVendor,
  VITE_MARKETING_PROFILE_ADDRESSES: JSON.stringify(env.marketingProfileUrls),
  VITE_EXTENDED_PROFILE_ADDRESS: env.extendedProfileUrl,
  VITE_CONSENT_ADDRESS: env.consentUrl,
  VITE_PERSON_KEYS: JSON.stringify(env.personKeys),
})
