import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createDevice } from './testing/device.ts'
import { demoPassword } from './testing/people.ts'
import { startServices, type RunningServices } from './testing/start-services.ts'

// Specification §8 lists the identity library's own sentences about second factors, challenges and devices.
// The pools use none of these features. If a pool does anyway, the sign-in must not stop halfway.

let services: RunningServices
beforeAll(async () => {
  services = await startServices()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => services.close())

const email = 'coach.gb@example.com'

/**
 * Makes the pool request more than the password instead of returning tokens. Returns a function that returns
 * whether the pool did so.
 */
const challenge = (ChallengeName: string, ChallengeParameters: object) => {
  const { fetch } = globalThis
  let met = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const isLast = new Headers(init?.headers).get('x-amz-target')?.endsWith('.RespondToAuthChallenge')
    const answer = await fetch(input, init)
    met ||= isLast === true
    return isLast ? Response.json({ ChallengeName, ChallengeParameters, Session: 'session' }) : answer
  })
  return () => met
}

test.each([
  ['a second factor by SMS', 'SMS_MFA', {}],
  ['a second factor by app', 'SOFTWARE_TOKEN_MFA', {}],
  ['a choice of second factors', 'SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["SMS_MFA"]' }],
  ['setting up a second factor that does not exist', 'MFA_SETUP', { MFAS_CAN_SETUP: '["PIGEON"]' }],
  ['a new password', 'NEW_PASSWORD_REQUIRED', { requiredAttributes: '[]', userAttributes: '{}' }],
  ['a question of its own', 'CUSTOM_CHALLENGE', {}],
  ['a device that it remembers', 'DEVICE_SRP_AUTH', {}],
  ['something that nobody knows', 'RIDDLE', {}],
])('a sign-in in a pool that asks for %s fails, and the next one works', async (...asked) => {
  const [, name, parameters] = asked
  const device = createDevice(services)
  const tab = device.open()
  const met = challenge(name, parameters)
  expect(await tab.signIn('en-GB', email, demoPassword)).toMatchObject({
    ok: false,
    error: { message: 'errorMessage.authLoginError' },
  })
  expect(met()).toBe(true)
  expect(tab.state().status).not.toBe('authenticated')
  expect(device.stored.has('currentUser')).toBe(false)
  vi.restoreAllMocks()
  expect(await tab.signIn('en-GB', email, demoPassword)).toMatchObject({ ok: true })
})
