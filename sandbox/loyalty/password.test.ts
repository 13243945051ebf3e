import { describe, expect, test } from 'vitest'
import { loyalty } from '../../src/config/loyalty.ts'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { DataSourceID, password, rejected, unwrap } from '../testing/person-services.ts'
import { servicesForFile } from '../testing/services-for-file.ts'

const { sandbox, services } = servicesForFile()

const another = 'Another-2026!'
const wrong = 'Wrong-2026!'
const forget = (Username: string, source: typeof DataSourceID | '2000042738' = DataSourceID) =>
  services().loyalty.call('forgotPassword', { DataSourceID: source, Username }, undefined)
const newestToken = async (email: string) => (await sandbox().mailTo(email))[0]?.code ?? 'none'
const reset = (Username: string, ResetToken: string, cULID: string, Password = another) =>
  services().loyalty.call('resetPassword', { Username, Password, ResetToken, DataSourceID, cULID }, undefined)
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

describe('signing in', () => {
  test('returns different codes for an unknown address and a wrong password', async () => {
    await services().join('ana@example.com')
    expect(await services().login('nobody@example.com')).toEqual(rejected(loyaltyErrors.userUnknown))
    expect(await services().login('ana@example.com', wrong)).toEqual(rejected(loyaltyErrors.passwordWrong))
  })

  test('locks the account after five wrong passwords, over a restart, until a reset', async () => {
    const email = 'locked@example.com'
    await services().join(email)
    for (let mistake = 1; mistake <= 5; mistake += 1) {
      expect(await services().login(email, wrong)).toEqual(rejected(loyaltyErrors.passwordWrong))
    }
    expect(await services().login(email)).toEqual(rejected('200037'))
    await sandbox().restart()
    expect(await services().login(email)).toEqual(rejected('200037'))

    const { cULID } = unwrap(await forget(email))
    unwrap(await reset(email, await newestToken(email), cULID))
    unwrap(await services().login(email, another))
  })

  test('resets the count of wrong passwords after a right one', async () => {
    await services().join('forgiven@example.com')
    for (const attempt of [wrong, wrong, wrong, wrong, password, wrong, wrong, wrong, wrong]) {
      await services().login('forgiven@example.com', attempt)
    }
    expect(await services().login('forgiven@example.com')).toMatchObject({ ok: true })
  })

  test('counts simultaneous guesses one by one', async () => {
    await services().join('guessed@example.com')
    const guesses = Array.from({ length: 12 }, () => services().login('guessed@example.com', wrong))
    const responses = await Promise.all(guesses)
    expect(responses).toContainEqual(rejected('200037'))
    expect(await services().login('guessed@example.com')).toEqual(rejected('200037'))
  })
})

describe('a forgotten password', () => {
  test.each([
    [loyalty.sourceIds.en, 'en', 'Reset your password', 'Your code'],
    [loyalty.sourceIds.es, 'es', 'Restablece tu contraseña', 'Tu código'],
  ] as const)('sends e-mail for source %s in %s', async (source, language, subject, words) => {
    const email = `mail-${language}@example.com`
    await services().join(email)
    unwrap(await forget(email.toUpperCase(), source))
    const [mail] = await sandbox().mailTo(email)
    expect(mail).toMatchObject({ to: email, language, subject, code: expect.stringMatching(/^\d{6}$/) })
    expect(mail!.text).toContain(`${words} `)
    expect(mail!.text).toContain(mail!.code)
  })

  test('ends every session at a reset, whose token works once', async () => {
    const email = 'reset@example.com'
    const { AccessToken } = await services().join(email)
    const { cULID } = unwrap(await forget(email))
    const token = await newestToken(email)
    unwrap(await reset(email, token, cULID))
    expect(await services().loyalty.call('userDetails', undefined, { accessToken: AccessToken })).toEqual(
      rejected(loyaltyErrors.invalidToken, 401),
    )
    expect(await services().login(email)).toEqual(rejected(loyaltyErrors.passwordWrong))
    expect(unwrap(await services().login(email, another)).VerifiedStatusFlag).toBe('N')
    expect(await reset(email, token, cULID)).toEqual(rejected(loyaltyErrors.resetTokenExpired))
  })

  test('refuses a wrong token, a wrong login id and a weak password; the right token still works', async () => {
    const email = 'refused@example.com'
    await services().join(email)
    const { cULID } = unwrap(await forget(email))
    const token = await newestToken(email)
    expect(await reset(email, otherThan(token), cULID)).toEqual(rejected(loyaltyErrors.resetTokenWrong))
    expect(await reset(email, token, 'another')).toEqual(rejected(loyaltyErrors.resetTokenWrong))
    expect(await reset(email, token, cULID, 'weak')).toEqual(rejected(loyaltyErrors.passwordWeak))
    unwrap(await reset(email, token, cULID))
  })

  test('invalidates a token after an hour, after five wrong tries or when a newer one is sent', async () => {
    const email = 'void@example.com'
    await services().join(email)
    const { cULID } = unwrap(await forget(email))
    const first = await newestToken(email)
    sandbox().advance(3_600_000)
    expect(await reset(email, first, cULID)).toEqual(rejected(loyaltyErrors.resetTokenExpired))

    await forget(email)
    const second = await newestToken(email)
    for (let tries = 0; tries < 5; tries += 1) await reset(email, otherThan(second), cULID)
    expect(await reset(email, second, cULID)).toEqual(rejected(loyaltyErrors.resetTokenExpired))

    await forget(email)
    unwrap(await reset(email, await newestToken(email), cULID))
  })

  test('refuses the sixth request within four minutes', async () => {
    const email = 'often@example.com'
    await services().join(email)
    for (let times = 0; times < 5; times += 1) unwrap(await forget(email))
    expect(await forget(email)).toEqual(rejected(loyaltyErrors.tooManyRequests))
    sandbox().advance(240_000)
    unwrap(await forget(email))
  })

  test('user-exists finds an account and its login id, and no other', async () => {
    const { cULID } = unwrap(await forget('coach.us@example.com'))
    const exists = (Username: string) =>
      services().loyalty.call('userExists', { DataSourceID, Username }, undefined)
    expect(unwrap(await exists('Coach.US@example.com'))).toEqual({ Type: 'SUCCESS', cULID })
    expect(await exists('nobody@example.com')).toEqual(rejected(loyaltyErrors.userUnknown))
    expect(await forget('nobody@example.com')).toEqual(rejected(loyaltyErrors.userUnknown))
    expect(await sandbox().mailTo('nobody@example.com')).toEqual([])
  })
})

describe('a new password', () => {
  const change = (accessToken: string, Username: string, CurrentPassword: string, NewPassword = another) =>
    services().loyalty.call('updatePassword', { Username, CurrentPassword, NewPassword }, { accessToken })

  test('replaces the old one, keeps this session and ends the others', async () => {
    const email = 'change@example.com'
    const phone = await services().join(email)
    const laptop = unwrap(await services().login(email))
    unwrap(await change(phone.AccessToken, email, password))
    const details = (accessToken: string) =>
      services().loyalty.call('userDetails', undefined, { accessToken })
    unwrap(await details(phone.AccessToken))
    expect(await details(laptop.AccessToken)).toEqual(rejected(loyaltyErrors.invalidToken, 401))
    unwrap(await services().login(email, another))
  })

  test('is refused without the old one, for another account, when weak, and with an expired token', async () => {
    const email = 'keep@example.com'
    const { AccessToken } = await services().join(email)
    expect(await change(AccessToken, email, wrong)).toEqual(rejected(loyaltyErrors.passwordWrong))
    expect(await change(AccessToken, 'ana@example.com', password)).toEqual(
      rejected(loyaltyErrors.otherProfile, 403),
    )
    expect(await change(AccessToken, email, password, 'weak')).toEqual(rejected(loyaltyErrors.passwordWeak))
    sandbox().advance(3_600_000)
    expect(await change(AccessToken, email, password)).toEqual(rejected(loyaltyErrors.tokenExpired, 401))
    unwrap(await services().login(email))
  })
})
