import { fetchAuthSession, signIn } from 'aws-amplify/auth'
import { beforeAll, expect, test } from 'vitest'
import { localeCodes, locales, type LocaleCode } from '../../src/config/locales.ts'
import { toMarketingHeader } from '../../src/contract/marketing-profile.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { password, toPersonCredentials, rejected, unwrap } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { sandbox, services } = servicesForFile()
const tokens = { id: '', access: '' }
beforeAll(async () => {
  await connectAmplify(sandbox(), 'BR')
  await signIn({ username: 'coach.br@example.com', password })
  const session = await fetchAuthSession()
  tokens.id = String(session.tokens?.idToken)
  tokens.access = String(session.tokens?.accessToken)
})

const coach = () => toPersonCredentials(tokens.id, 'pt-BR')
const header = toMarketingHeader(locales['pt-BR'])
const consumerIdentity = { firstName: 'Ana', lastName: 'Souza', honorificPrefix: 'ms' }
const contactDetail = { email: 'coach.br@example.com' }
const retrieve = (who = coach(), sent = header) =>
  services().marketing.call('retrieve', { profile: { header: sent, profileStores: ['CPS'] } }, who)

test('creates a profile once, saves it in parts, returns it, and keeps it over a restart', async () => {
  expect(unwrap(await retrieve())).toEqual({ profile: null })
  const profile = { header, consumerIdentity, contactDetail, profileStores: ['CPS' as const] }
  const { profileId, created } = unwrap(await services().marketing.call('signUp', { profile }, coach()))
  expect(created).toBe(true)
  const again = unwrap(await services().marketing.call('signUp', { profile }, coach()))
  expect(again).toEqual({ profileId, created: false })

  const renamed = { ...consumerIdentity, lastName: 'Silva' }
  const part = { header, consumerIdentity: renamed, profileStores: ['EPS' as const] }
  expect(unwrap(await services().marketing.call('save', { profile: part }, coach()))).toEqual({ profileId })

  await sandbox().restart()
  expect(unwrap(await retrieve())).toEqual({
    profile: { consumerIdentity: renamed, contactDetail, profileStores: ['CPS', 'EPS'] },
  })
})

test('stores interests and preferences, and returns them with the profile on request', async () => {
  expect(unwrap(await services().marketing.call('interests', undefined, coach()))).toEqual({ interests: [] })
  const interests = ['football', 'refereeing']
  expect(unwrap(await services().marketing.call('saveInterests', { interests }, coach()))).toEqual({
    interests,
  })
  expect(unwrap(await services().marketing.call('interests', undefined, coach()))).toEqual({ interests })

  await services().marketing.call(
    'saveCustomPreferences',
    { preferences: { sms: true, day: 'Monday' } },
    coach(),
  )
  await services().marketing.call('saveCustomPreferences', { preferences: { sms: false } }, coach())
  const preferences = { sms: false, day: 'Monday' }
  expect(unwrap(await services().marketing.call('customPreferences', undefined, coach()))).toEqual({
    preferences,
  })

  const userProfile = (extendedGroups: ('nonMarketingInterests' | 'nonMarketingPreferences')[]) =>
    services().marketing.call(
      'retrieveUserProfile',
      { profile: { header, profileStores: ['EPS', 'CPS'], extendedGroups } },
      coach(),
    )
  expect(unwrap(await userProfile(['nonMarketingInterests', 'nonMarketingPreferences']))).toMatchObject({
    nonMarketingInterests: interests,
    nonMarketingPreferences: preferences,
  })
  expect(unwrap(await userProfile([]))).not.toHaveProperty('nonMarketingInterests')
})

test('recognises a person of the loyalty provider by the access token until it expires', async () => {
  const { AccessToken, ProfileID } = unwrap(await services().login('coach.us.es@example.com'))
  const who = toPersonCredentials(AccessToken, 'es-US')
  await services().marketing.call('saveInterests', { interests: ['dance'] }, who)
  expect((await services().stored())['marketing-profile']).toMatchObject({
    [ProfileID]: { interests: ['dance'] },
  })
  expect(unwrap(await services().marketing.call('interests', undefined, coach())).interests).not.toContain(
    'dance',
  )
})

test.each([
  ['no token', () => toPersonCredentials('', 'pt-BR'), 401, 'token-missing'],
  ['a token that is none', () => toPersonCredentials('x.y.z', 'pt-BR'), 401, 'token-refused'],
  ['an access token', () => toPersonCredentials(tokens.access, 'pt-BR'), 401, 'token-refused'],
  [
    'a forged token',
    () => toPersonCredentials(`${tokens.id.slice(0, -8)}AAAAAAAA`, 'pt-BR'),
    401,
    'token-refused',
  ],
  ['an unknown key', () => ({ identityToken: tokens.id, key: 'x' }), 403, 'key-refused'],
  ['no key', () => ({ identityToken: tokens.id, key: '' }), 403, 'key-refused'],
])('refuses %s', async (_, who, status, code) => {
  expect(await retrieve(who())).toEqual(rejected(code, status))
  expect(await services().marketing.call('interests', undefined, who())).toEqual(rejected(code, status))
})

test.each(localeCodes)(
  'accepts with the key of %s only the header of its locale',
  async (code: LocaleCode) => {
    const who = toPersonCredentials(tokens.id, code)
    unwrap(await retrieve(who, toMarketingHeader(locales[code])))
    const other = code === 'en-GB' ? 'pt-BR' : 'en-GB'
    expect(await retrieve(who, toMarketingHeader(locales[other]))).toMatchObject({
      error: { status: 422, code: 'header-refused' },
    })
  },
)

test('refuses a header without its campaign or with another entity, and names the field', async () => {
  const { campaignId: _left, ...without } = header
  expect(await retrieve(coach(), without)).toEqual(
    rejected('header-refused', 422, 'profile.header.campaignId'),
  )
  expect(await retrieve(coach(), { ...header, entity: 'PRM1' } as unknown as typeof header)).toEqual(
    rejected('body-refused', 400, 'profile.header.entity'),
  )
})

test('returns a separate code for an expired identity token', async () => {
  const loyal = toPersonCredentials(
    unwrap(await services().login('coach.us@example.com')).AccessToken,
    'en-US',
  )
  sandbox().advance(3_700_000)
  expect(await retrieve()).toEqual(rejected('token-expired', 401))
  expect(await retrieve(loyal)).toEqual(rejected('token-expired', 401))
  sandbox().advance(-3_700_000)
})
