import type { Env } from '../../../config/env.ts'

export const personKeys: Env['personKeys'] = {
  'pt-BR': 'key-1',
  'en-GB': 'key-2',
  'en-US': 'key-3',
  'en-AU': 'key-4',
  'en-NZ': 'key-5',
  'es-AR': 'key-6',
  'es-MX': 'key-7',
  'es-US': 'key-8',
}

/** The services around the app, at test addresses. */
export const testEnv = (parts: Pick<Env, 'pools'> & Partial<Env>): Env => ({
  identityPoolId: 'us-east-1:00000000-0000-4000-8000-000000000001',
  storage: { region: 'us-east-1', bucket: 'files' },
  loyaltyUrl: 'http://localhost:1/loyalty',
  marketingProfileUrls: { US: 'http://localhost:1', EU: 'http://localhost:2', SG: 'http://localhost:3' },
  extendedProfileUrl: 'http://localhost:4',
  consentUrl: 'http://localhost:5',
  personKeys,
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
  ...parts,
})
