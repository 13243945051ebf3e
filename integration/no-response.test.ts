import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectPersonServices, type PersonServices } from '../sandbox/testing/person-services.ts'
import { limitCognitoCalls } from '../src/platform/network/fetch-with-timeout.ts'
import { createDevice } from './testing/device.ts'
import { demoPassword, newcomer } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// The stand-in accepts a request on a real socket and never responds.

/** ms instead of 20 s; long enough for real responses on a busy machine */
const timeout = 5000
const { fetch } = globalThis

let services: RunningServices
let person: PersonServices
beforeAll(async () => {
  services = await startServices()
  person = connectPersonServices(services.sandbox)
  limitCognitoCalls(globalThis, timeout)
})
afterEach(() => person.forgetFailures())
afterAll(async () => {
  globalThis.fetch = fetch
  await services.close()
})

const coaches = { 'pt-BR': 'coach.br@example.com', 'es-US': 'coach.us.es@example.com' } as const

/**
 * Makes the next call of a service get no response: an operation of Cognito, or `service.call` of a person
 * service.
 */
const ignoreNext = async (target: string) => {
  if (target.includes('.')) return person.failNext({ target, never: true })
  const body = JSON.stringify({ target, never: true })
  return fetch(`${services.sandbox.addresses().userPool}/_control/fail-next`, { method: 'POST', body })
}

const open = () => createDevice(services, { timeout }).open()

test.each(['InitiateAuth', 'RespondToAuthChallenge'])(
  'a sign-in without a response to %s fails, and the next one succeeds',
  async (target) => {
    const tab = open()
    await ignoreNext(target)
    expect(await tab.signIn('pt-BR', coaches['pt-BR'], demoPassword)).toEqual({
      ok: false,
      error: { message: 'errorMessage.authLoginError', reason: 'error.timeout' },
    })
    expect((await tab.signIn('pt-BR', coaches['pt-BR'], demoPassword)).ok).toBe(true)
  },
)

test('a sign-up without a response fails, and the next one succeeds', async () => {
  const tab = open()
  const input = newcomer()
  await ignoreNext('SignUp')
  expect(await tab.signUp('pt-BR', input)).toEqual({
    ok: false,
    error: { message: 'errorMessage.authSignUp', reason: 'error.timeout' },
  })
  expect(await tab.signUp('pt-BR', input)).toMatchObject({ value: { next: 'verify' } })
})

test.each([
  ['pt-BR', 'ForgotPassword'],
  ['es-US', 'loyalty.userExists'],
] as const)('a reset without a response (%s, %s) times out, then succeeds', async (locale, target) => {
  const tab = open()
  await ignoreNext(target)
  expect(await tab.forgotPassword(locale, coaches[locale])).toEqual({
    ok: false,
    error: { message: 'errorMessage.authRecoveryPassword', reason: 'error.timeout' },
  })
  expect((await tab.forgotPassword(locale, coaches[locale])).ok).toBe(true)
})

test.each([
  ['pt-BR', 'GetTokensFromRefreshToken'],
  ['es-US', 'loyalty.refreshToken'],
] as const)('a renewal without a response (%s, %s) does not end the session', async (locale, target) => {
  const tab = open()
  const signedIn = await tab.signIn(locale, coaches[locale], demoPassword)
  if (!signedIn.ok) throw new Error(signedIn.error.message)
  const { userID, accessToken: refused } = signedIn.value
  await ignoreNext(target)
  expect(await tab.requestAccessToken(userID, { refusedToken: refused })).toEqual({
    ok: false,
    error: { message: 'error.timeout' },
  })
  expect(tab.state()).toMatchObject({ status: 'authenticated' })
  expect((await tab.requestAccessToken(userID, { refusedToken: refused })).ok).toBe(true)
})

test.each(['pt-BR', 'es-US'] as const)(
  'a request to the identity pool without a response (%s) times out, and the next one gets credentials',
  async (locale) => {
    const tab = open()
    const signedIn = await tab.signIn(locale, coaches[locale], demoPassword)
    if (!signedIn.ok) throw new Error(signedIn.error.message)
    const { userID } = signedIn.value
    await ignoreNext('GetCredentialsForIdentity')
    expect(await tab.requestStorageCredentials(userID)).toEqual({
      ok: false,
      error: { message: 'error.timeout' },
    })
    expect((await tab.requestStorageCredentials(userID)).ok).toBe(true)
  },
)

test.each([
  ['pt-BR', 'RevokeToken'],
  ['es-US', 'loyalty.logout'],
] as const)(
  'a sign-out without a response (%s, %s) deletes the tokens here at once',
  async (locale, target) => {
    const device = createDevice(services, { timeout })
    const tab = device.open()
    const signedIn = await tab.signIn(locale, coaches[locale], demoPassword)
    if (!signedIn.ok) throw new Error(signedIn.error.message)
    await ignoreNext(target)
    const leaving = { ended: false, reported: false }
    const done = tab
      .signOut(signedIn.value.userID, { onEnded: async () => void (leaving.ended = true) })
      .then(() => (leaving.reported = true))
    await expect.poll(() => [...device.stored.keys()]).toEqual(['leaving'])
    expect(leaving).toEqual({ ended: true, reported: false })
    await done
  },
)
