import { beforeAll, expect, test } from 'vitest'
import { toPersonCredentials, rejected, unwrap } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { sandbox, services } = servicesForFile()
let coach: ReturnType<typeof toPersonCredentials>
beforeAll(async () => {
  coach = toPersonCredentials(unwrap(await services().login('coach.us@example.com')).AccessToken, 'en-US')
})

test('returns an empty profile, then what was sent, field by field, also after a restart', async () => {
  expect(unwrap(await services().extended.call('profile', undefined, coach))).toEqual({ profile: {} })
  await services().extended.call('updateProfile', { firstName: 'Ana', job: 'coach' }, coach)
  const changed = unwrap(await services().extended.call('updateProfile', { job: 'volunteer' }, coach))
  expect(changed).toEqual({ profile: { firstName: 'Ana', job: 'volunteer' } })

  const interests = ['football']
  const preferences = { reminders: true }
  await services().extended.call('storeInterests', { interests: ['dance'] }, coach)
  expect(unwrap(await services().extended.call('storeInterests', { interests }, coach))).toEqual({
    interests,
  })
  expect(unwrap(await services().extended.call('storePreferences', { preferences }, coach))).toEqual({
    preferences,
  })

  await sandbox().restart()
  expect(unwrap(await services().extended.call('profile', undefined, coach))).toEqual(changed)
  expect(unwrap(await services().extended.call('interests', undefined, coach))).toEqual({ interests })
  expect(unwrap(await services().extended.call('preferences', undefined, coach))).toEqual({ preferences })
})

test('keeps a separate profile for everybody', async () => {
  const admin = toPersonCredentials(
    unwrap(await services().login('admin.us@example.com')).AccessToken,
    'en-US',
  )
  expect(unwrap(await services().extended.call('profile', undefined, admin))).toEqual({ profile: {} })
})

test.each(['profile', 'interests', 'preferences'] as const)('%s requires a token and a key', async (name) => {
  const { identityToken } = coach
  expect(await services().extended.call(name, undefined, { identityToken, key: 'x' })).toEqual(
    rejected('key-refused', 403),
  )
  expect(await services().extended.call(name, undefined, toPersonCredentials('unknown', 'en-US'))).toEqual(
    rejected('token-refused', 401),
  )
})

test('refuses bodies that break the contract, and names the field', async () => {
  const send = (name: 'updateProfile' | 'storeInterests' | 'storePreferences', body: object) =>
    services().extended.call(name, body, coach)
  expect(await send('updateProfile', { nickname: 'x' })).toEqual(rejected('body-refused', 400, 'nickname'))
  expect(await send('storeInterests', { interests: [''] })).toEqual(
    rejected('body-refused', 400, 'interests.0'),
  )
  expect(await send('storePreferences', { preferences: { x: 3 } })).toEqual(
    rejected('body-refused', 400, 'preferences.x'),
  )
})
