import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readTotpCode } from '../sandbox/testing/connect-operator.ts'
import { useSoftwareAuthenticator } from '../sandbox/testing/software-authenticator.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { createDeferred } from '../src/lib/async/deferred.ts'
import { getFailure, listLocales } from './testing/catalogue.ts'
import { createCoach, getOperator } from './testing/coaches.ts'
import { createDevice, type Tab } from './testing/device.ts'
import { getCallName, offline, withNetwork, type Network } from './testing/network-faults.ts'
import { newcomer, password } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'
import { unwrap } from './testing/unwrap.ts'

// Passkeys through Amplify, with an authenticator in software. A browser with its own virtual authenticator
// is in `e2e/journeys/account/use-passkey.ts`.

let services: RunningServices
let authenticator: ReturnType<typeof useSoftwareAuthenticator>
beforeAll(async () => {
  services = await startServices()
})
afterAll(() => services.close())
beforeEach(() => {
  authenticator = useSoftwareAuthenticator()
})
afterEach(() => vi.unstubAllGlobals())

const start = (locale: LocaleCode = 'en-GB') => createCoach(services, locale)
const startWithPasskey = async (locale: LocaleCode = 'en-GB') => {
  const coach = await start(locale)
  expect(await (await coach.tab.loadPasskeys()).add(coach.userID, password)).toEqual(added)
  return coach
}
const added = { ok: true, value: 'added' }
const cancelled = { ok: true, value: 'cancelled' }
const signInWithPasskey = async (tab: Tab, email: string, locale: LocaleCode = 'en-GB') =>
  (await tab.loadPasskeys()).signIn(locale, email)
const newTab = () => createDevice(services).open()

describe.each(listLocales('user-pool'))('the user pool of %s', (locale) => {
  test('a coach adds a passkey, signs in with it on another device, and removes it', async () => {
    const { tab, email, userID } = await start(locale)
    const passkeys = await tab.loadPasskeys()
    expect(await passkeys.read(userID)).toEqual({ ok: true, value: { passkeys: [], hasSecondFactor: false } })
    expect(getFailure(await passkeys.add(userID, 'Not-mine-2026!'))).toEqual({
      message: 'changePassword.oldPasswordWrong',
    })
    expect(await passkeys.add(userID, password)).toEqual(added)
    const list = unwrap(await passkeys.read(userID)).passkeys
    expect(list).toEqual([
      { id: expect.any(String), name: 'Passkey', createdAt: expect.closeTo(Date.now(), -5) },
    ])

    const phone = newTab()
    await (await phone.loadPasskeys()).prepare(locale)
    expect(phone.state().status).not.toBe('authenticated')
    expect(await signInWithPasskey(phone, email, locale)).toEqual({ ok: true, value: 'signed-in' })
    expect(phone.state()).toMatchObject({ status: 'authenticated', user: { userID, email, locale } })

    expect(await passkeys.remove(userID, list[0]!.id)).toEqual({ ok: true, value: undefined })
    // Another tab has already removed it.
    expect(await passkeys.remove(userID, list[0]!.id)).toEqual({ ok: true, value: undefined })
    expect(getFailure(await signInWithPasskey(newTab(), email, locale))).toEqual({
      message: 'passkeys.missing',
    })
    expect(await newTab().signIn(locale, email, password)).toMatchObject({ ok: true })
  })
})

describe('a sign-in with a passkey', () => {
  test('opens a product session like any other, and records event 1', async () => {
    const { email } = await startWithPasskey()
    const device = createDevice(services)
    const tab = device.open()
    unwrap(await signInWithPasskey(tab, email))
    expect(device.captured).toMatchObject([{ event: 'event.logged.v1', payload: { event_id: 1 } }])
    expect(device.open().state().status).toBe('authenticating')
    expect(await device.open().check()).toMatchObject({ status: 'authenticated', user: { email } })
  })

  test('is remembered in its browser, also after a sign-out and after a coach who has none', async () => {
    const { email, userID } = await startWithPasskey()
    const other = await start()
    const device = createDevice(services)
    const tab = device.open()
    expect(tab.hasUsedPasskey()).toBe(false)
    unwrap(await signInWithPasskey(tab, email))
    await tab.signOut(userID)
    expect(device.open().hasUsedPasskey()).toBe(true)
    authenticator.behaviour.error = 'NotAllowedError'
    expect(await signInWithPasskey(tab, email)).toEqual(cancelled)
    expect(tab.hasUsedPasskey()).toBe(true)
    expect(getFailure(await signInWithPasskey(tab, other.email))).toEqual({ message: 'passkeys.missing' })
    expect(tab.hasUsedPasskey()).toBe(true)
  })

  test('that is cancelled changes nothing, and asks once', async () => {
    const { email } = await startWithPasskey()
    const prompt = vi.fn(async () => undefined)
    Object.assign(authenticator.behaviour, { error: 'NotAllowedError', beforeSigning: prompt })
    const device = createDevice(services)
    const tab = device.open()
    expect(await signInWithPasskey(tab, email)).toEqual(cancelled)
    expect(prompt).toHaveBeenCalledOnce()
    expect(device.logged).toEqual([])
    expect(await tab.check()).toMatchObject({ status: 'anonymous' })
    expect(await tab.signIn('en-GB', email, password)).toMatchObject({ ok: true })
  })

  test('whose page the coach leaves closes its prompt, and the password works at once', async () => {
    const { email } = await startWithPasskey()
    const isOpen = createDeferred<void>()
    authenticator.behaviour.beforeSigning = () => {
      isOpen.resolve()
      return new Promise(() => undefined)
    }
    const tab = newTab()
    const page = new AbortController()
    const signIn = (await tab.loadPasskeys()).signIn('en-GB', email, page.signal)
    await isOpen.promise
    page.abort()
    expect(await tab.signIn('en-GB', email, password)).toMatchObject({ ok: true })
    // Not `cancelled`, which the form reports.
    expect(await signIn).toMatchObject({ ok: false })
    delete authenticator.behaviour.beforeSigning
    await tab.signOut(tab.customer() ?? '')
    expect(await signInWithPasskey(tab, email)).toEqual({ ok: true, value: 'signed-in' })
  })

  test('whose page the coach leaves before the prompt shows none', async () => {
    const { email } = await startWithPasskey()
    const prompt = vi.fn(async () => undefined)
    authenticator.behaviour.beforeSigning = prompt
    const page = new AbortController()
    const leaveFirst: Network = (fetch) => (input, init) => {
      if (getCallName(input, init) === 'InitiateAuth') page.abort()
      return fetch(input, init)
    }
    const passkeys = await newTab().loadPasskeys()
    const result = await withNetwork(leaveFirst, () => passkeys.signIn('en-GB', email, page.signal))
    expect(result).toMatchObject({ ok: false })
    expect(prompt).not.toHaveBeenCalled()
  })

  test('asks once if the response of the pool is lost', async () => {
    const { email } = await startWithPasskey()
    let isAnswered = false
    const prompt = vi.fn(async () => void (isAnswered = true))
    authenticator.behaviour.beforeSigning = prompt
    const loseAnswer: Network = (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (!isAnswered) return response
      isAnswered = false
      throw new TypeError('Failed to fetch')
    }
    const result = await withNetwork(loseAnswer, () => signInWithPasskey(newTab(), email))
    expect(getFailure(result)).toEqual({
      message: 'errorMessage.authLoginError',
      reason: 'error.network',
    })
    expect(prompt).toHaveBeenCalledOnce()
  })

  test.each([
    ['a passkey of another site', { origin: 'http://evil.example' }, 'passkeys.refused'],
    ['a signature without a fingerprint or a PIN', { isUserVerified: false }, 'passkeys.refused'],
    ['a signature of another challenge', { challenge: 'c3RvbGVu' }, 'passkeys.refused'],
    ['another site than that of the pool', { error: 'SecurityError' }, 'passkeys.unsupported'],
    ['an authenticator that cannot do it', { error: 'NotSupportedError' }, 'passkeys.unsupported'],
    ['a browser that cannot show the prompt', { error: 'TypeError' }, 'passkeys.unsupported'],
  ])('fails for %s', async (_name, behaviour, message) => {
    const { email } = await startWithPasskey()
    Object.assign(authenticator.behaviour, behaviour)
    expect(getFailure(await signInWithPasskey(newTab(), email))).toEqual({ message })
  })

  test.each([
    ['passkeys', () => vi.stubGlobal('window', { isSecureContext: true, document: {} })],
    ['credentials', () => vi.stubGlobal('navigator', { credentials: undefined, userAgent: 'Node' })],
  ])('fails in a browser without %s, and the password works', async (_name, remove) => {
    const { email } = await startWithPasskey()
    remove()
    const tab = newTab()
    expect(getFailure(await signInWithPasskey(tab, email))).toEqual({ message: 'passkeys.unsupported' })
    expect(await tab.signIn('en-GB', email, password)).toMatchObject({ ok: true })
  })

  test('reports an unknown account, and a lost connection', async () => {
    expect(getFailure(await signInWithPasskey(newTab(), 'nobody@example.com'))).toEqual({
      message: 'errorMessage.authSignUpUserNotFound',
    })
    const { email } = await startWithPasskey()
    const tab = newTab()
    expect(getFailure(await offline(() => signInWithPasskey(tab, email)))).toEqual({
      message: 'errorMessage.authLoginError',
      reason: 'error.network',
    })
  })

  test('is not offered to an account with a second factor, which signs in with the password', async () => {
    const { tab, email, userID } = await startWithPasskey()
    const { createKey, turnOn } = await tab.loadSecondFactor()
    const secret = unwrap(await createKey(userID, password))
    unwrap(await turnOn(userID, readTotpCode(services.sandbox, secret)))
    const { passkeys, hasSecondFactor } = unwrap(await (await tab.loadPasskeys()).read(userID))
    expect({ count: passkeys.length, hasSecondFactor }).toEqual({ count: 1, hasSecondFactor: true })
    const phone = newTab()
    expect(getFailure(await signInWithPasskey(phone, email))).toEqual({ message: 'passkeys.missing' })
    expect(getFailure(await phone.signIn('en-GB', email, password))).toMatchObject({ step: 'challenge' })
  })

  test.each([
    [
      'only the password',
      200,
      { ChallengeName: 'PASSWORD', ChallengeParameters: {}, Session: 's'.repeat(20) },
    ],
    [
      'the error of an unconfirmed address',
      400,
      { __type: 'UserNotConfirmedException', message: 'User is not confirmed.' },
    ],
  ])('leads to the password if the pool responds with %s', async (_name, status, answer) => {
    const network: Network = (fetch) => async (input, init) =>
      getCallName(input, init) === 'InitiateAuth' ? Response.json(answer, { status }) : fetch(input, init)
    const result = await withNetwork(network, () => signInWithPasskey(newTab(), newcomer().email))
    expect(getFailure(result)).toEqual({ message: 'passkeys.missing' })
  })

  test('is refused if the pool turns passkeys off while the prompt is open', async () => {
    const { email } = await startWithPasskey('en-AU')
    authenticator.behaviour.beforeSigning = () => getOperator(services, 'en-AU').setPasskeys({ isOn: false })
    expect(getFailure(await signInWithPasskey(newTab(), email, 'en-AU'))).toEqual({
      message: 'passkeys.refused',
    })
    expect(getFailure(await signInWithPasskey(newTab(), email, 'en-AU'))).toEqual({
      message: 'passkeys.missing',
    })
    await getOperator(services, 'en-AU').setPasskeys()
  })

  test('leaves the session that another tab has opened, and shows whose it is', async () => {
    const { email, userID } = await startWithPasskey()
    const other = await start()
    const device = createDevice(services)
    const [formTab, otherTab] = [device.open(), device.open()]
    await formTab.check()
    unwrap(await otherTab.signIn('en-GB', other.email, password))
    const prompt = vi.fn(async () => undefined)
    Object.assign(authenticator.behaviour, { error: 'NotAllowedError', beforeSigning: prompt })
    expect(getFailure(await signInWithPasskey(formTab, email))).toEqual({ message: 'hostedSignIn.signedIn' })
    expect(prompt).not.toHaveBeenCalled()
    for (const tab of [formTab, otherTab, device.open()]) {
      expect(await tab.check()).toMatchObject({
        status: 'authenticated',
        user: { userID: other.userID },
      })
    }
    await otherTab.signOut(other.userID)
    Object.assign(authenticator.behaviour, { error: undefined })
    expect(await signInWithPasskey(formTab, email)).toEqual({ ok: true, value: 'signed-in' })
    expect(formTab.state()).toMatchObject({ user: { userID } })
  })

  test('of a signed-in coach is refused, and the password signs in again', async () => {
    const { tab, email } = await startWithPasskey()
    expect(getFailure(await signInWithPasskey(tab, email))).toEqual({ message: 'hostedSignIn.signedIn' })
    expect(await tab.check()).toMatchObject({ status: 'authenticated', user: { email } })
    expect(await tab.signIn('en-GB', email, password)).toMatchObject({ ok: true })
  })

  test('is managed only for the coach who is signed in', async () => {
    const first = await startWithPasskey()
    const second = await startWithPasskey()
    unwrap(await first.tab.signIn('en-GB', second.email, password))
    // A page that still shows the first coach.
    const passkeys = await first.tab.loadPasskeys()
    expect(getFailure(await passkeys.add(first.userID, password))).toEqual({ message: 'error.otherCustomer' })
    expect(getFailure(await passkeys.read(first.userID))).toEqual({ message: 'error.otherCustomer' })
  })
})

describe('the set-up of passkeys', () => {
  test('asks for no credentials of the identity pool', async () => {
    const { tab, userID } = await start()
    const { add, read, remove } = await tab.loadPasskeys()
    const operations: string[] = []
    const record: Network = (fetch) => (input, init) => {
      operations.push(getCallName(input, init))
      return fetch(input, init)
    }
    await withNetwork(record, async () => {
      expect(await add(userID, password)).toEqual(added)
      const { passkeys } = unwrap(await read(userID))
      expect(await remove(userID, passkeys[0]!.id)).toMatchObject({ ok: true })
    })
    // The page reads the list after a removal.
    expect(operations.filter((name) => name === 'ListWebAuthnCredentials')).toHaveLength(1)
    expect(operations).toContain('DeleteWebAuthnCredential')
    expect(operations).not.toContain('GetId')
    expect(operations).not.toContain('GetCredentialsForIdentity')
  })

  test('reads each page of a list from the pool of the coach', async () => {
    const british = await startWithPasskey('en-GB')
    const mexican = await startWithPasskey('es-MX')
    const readBritish = async () => unwrap(await (await british.tab.loadPasskeys()).read(british.userID))
    const readMexican = async () => (await mexican.tab.loadPasskeys()).read(mexican.userID)
    const [expected] = (await readBritish()).passkeys
    let isFirstPage = true
    const inPages: Network = (fetch) => async (input, init) => {
      const response = await fetch(input, init)
      if (getCallName(input, init) !== 'ListWebAuthnCredentials' || !isFirstPage) return response
      isFirstPage = false
      // Another list is read before the second page, which is here the first one again.
      await readMexican()
      return Response.json({ ...(await response.json()), NextToken: '0' })
    }
    const { passkeys } = await withNetwork(inPages, readBritish)
    expect(passkeys).toEqual([expected, expected])
  })
})

describe('adding a passkey', () => {
  test('is remembered in its browser, until the list is empty after a removal', async () => {
    const { tab, userID } = await start()
    const { add, read, remove } = await tab.loadPasskeys()
    await add(userID, password)
    expect(tab.hasUsedPasskey()).toBe(true)
    // Another passkey, on a security key.
    authenticator.forgetKeys()
    await add(userID, password)
    const { passkeys } = unwrap(await read(userID))
    await remove(userID, passkeys[0]!.id)
    await read(userID)
    expect(tab.hasUsedPasskey()).toBe(true)
    await remove(userID, passkeys[1]!.id)
    await read(userID)
    expect(tab.hasUsedPasskey()).toBe(false)
  })

  test('stays remembered when another coach of the browser looks at an empty list', async () => {
    const { tab, userID } = await startWithPasskey()
    const { add, read, remove } = await tab.loadPasskeys()
    authenticator.forgetKeys()
    await add(userID, password)
    const { passkeys } = unwrap(await read(userID))
    await remove(userID, passkeys[0]!.id)
    await tab.signOut(userID)
    const other = await start()
    const { userID: otherID } = unwrap(await tab.signIn('en-GB', other.email, password))
    expect(unwrap(await read(otherID)).passkeys).toEqual([])
    expect(tab.hasUsedPasskey()).toBe(true)
  })

  test('can be cancelled, and says that a device already has one', async () => {
    const { tab, userID } = await start()
    const passkeys = await tab.loadPasskeys()
    authenticator.behaviour.error = 'NotAllowedError'
    expect(await passkeys.add(userID, password)).toEqual(cancelled)
    delete authenticator.behaviour.error
    expect(await passkeys.add(userID, password)).toEqual(added)
    expect(getFailure(await passkeys.add(userID, password))).toEqual({ message: 'passkeys.exists' })
  })

  test.each([
    ['another tab', { challenge: 'c3RvbGVu' }, 'passkeys.expired'],
    ['another site', { origin: 'http://evil.example' }, 'passkeys.unsupported'],
    ['a browser that knows another site', { error: 'SecurityError' }, 'passkeys.unsupported'],
    ['a browser that cannot show the prompt', { error: 'TypeError' }, 'passkeys.unsupported'],
    ['an authenticator without a fingerprint or a PIN', { isUserVerified: false }, 'passkeys.unsupported'],
  ])('fails after a response from %s', async (_name, behaviour, message) => {
    const { tab, userID } = await start()
    Object.assign(authenticator.behaviour, behaviour)
    expect(getFailure(await (await tab.loadPasskeys()).add(userID, password))).toEqual({ message })
  })

  test('closes its prompt when the coach leaves the page, and can be repeated', async () => {
    const { tab, userID } = await start()
    const isOpen = createDeferred<void>()
    authenticator.behaviour.beforeSigning = () => {
      isOpen.resolve()
      return new Promise(() => undefined)
    }
    const page = new AbortController()
    const passkeys = await tab.loadPasskeys()
    const adding = passkeys.add(userID, password, page.signal)
    await isOpen.promise
    page.abort()
    expect(await adding).toMatchObject({ ok: false })
    delete authenticator.behaviour.beforeSigning
    expect(await passkeys.add(userID, password)).toEqual(added)
  })

  test('fails in a browser without credentials', async () => {
    const { tab, userID } = await start()
    vi.stubGlobal('navigator', { credentials: undefined, userAgent: 'Node' })
    expect(getFailure(await (await tab.loadPasskeys()).add(userID, password))).toEqual({
      message: 'passkeys.unsupported',
    })
  })

  test('is not offered by a pool that has turned passkeys off, nor by the loyalty provider', async () => {
    const { tab, userID } = await start('en-NZ')
    await getOperator(services, 'en-NZ').setPasskeys({ isOn: false })
    const notOffered = { message: 'secondFactor.notOffered' }
    expect(getFailure(await (await tab.loadPasskeys()).add(userID, password))).toEqual(notOffered)
    await getOperator(services, 'en-NZ').setPasskeys()
    const other = newTab()
    const user = unwrap(await other.signIn('en-US', 'coach.us@example.com', 'Barriers-2026!'))
    const passkeys = await other.loadPasskeys()
    expect(getFailure(await passkeys.read(user.userID))).toEqual(notOffered)
    expect(getFailure(await passkeys.add(user.userID, 'Barriers-2026!'))).toEqual(notOffered)
    expect(getFailure(await signInWithPasskey(newTab(), 'coach.us@example.com', 'en-US'))).toEqual({
      message: 'passkeys.missing',
    })
  })

  test('does not replace the password for deleting the account or for a new password', async () => {
    const { tab, email, userID } = await startWithPasskey()
    const change = { oldPassword: password, newPassword: 'Novo-2026!' }
    expect(await tab.changePassword(userID, change)).toMatchObject({ ok: true })
    const phone = newTab()
    unwrap(await signInWithPasskey(phone, email))
    expect(unwrap(await phone.deleteAccount(userID, 'Novo-2026!'))).toMatchObject({ signIn: 'deleted' })
    expect(getFailure(await signInWithPasskey(newTab(), email))).toEqual({
      message: 'errorMessage.authSignUpUserNotFound',
    })
  })
})
