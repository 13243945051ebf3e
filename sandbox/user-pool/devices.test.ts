import { randomUUID } from 'node:crypto'
import {
  confirmSignIn,
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  rememberDevice,
  signIn,
  signOut,
} from 'aws-amplify/auth'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getUserPool } from '../shared/settings.ts'
import { callAws, formatUserPoolTarget } from '../testing/call-aws.ts'
import { connectAmplify, replaceStored, storedTokens } from '../testing/connect-amplify.ts'
import { connectOperator, enableTotp, readTotpCode } from '../testing/connect-operator.ts'
import { register } from '../testing/register.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'

let now = Date.now()
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ now: () => now })
  await operator().trackDevices(true)
})
afterAll(() => sandbox.remove())
beforeEach(() => connectAmplify(sandbox, 'GB'))

const password = 'Winter-2026!'
const operator = () => connectOperator(sandbox, 'GB')
const call = (operation: string, input: object) =>
  callAws(sandbox.addresses().userPool, formatUserPoolTarget(operation), {
    AccessToken: storedTokens().accessToken,
    ...input,
  })
const refusal = (type: string, message: string) => ({ status: 400, body: { __type: type, message } })
const noDevice = refusal('ResourceNotFoundException', 'Device does not exist.')

/** A user with an authenticator app, signed out, on a device that the pool does not know. */
const createUser = async () => {
  const username = `${randomUUID()}@example.com`
  await register(sandbox, { username, password })
  const secret = await enableTotp(sandbox, { username, password })
  // The device of the set-up stays known to Amplify.
  await connectAmplify(sandbox, 'GB')
  return { username, secret }
}
type User = Awaited<ReturnType<typeof createUser>>

const startSignIn = async ({ username }: User) => (await signIn({ username, password })).nextStep.signInStep
const signInWithCode = async (user: User) => {
  expect(await startSignIn(user)).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  // Each code is accepted once.
  now += 30_000
  const answer = await confirmSignIn({ challengeResponse: readTotpCode(sandbox, user.secret) })
  expect(answer.isSignedIn).toBe(true)
}

test('a remembered device is not asked for a code, until it is forgotten', async () => {
  const user = await createUser()
  await signInWithCode(user)
  await signOut()
  // The pool knows the device, but nobody has said that it is remembered.
  await signInWithCode(user)
  await rememberDevice()
  await signOut()
  expect(await startSignIn(user)).toBe('DONE')
  const [device, ...others] = await fetchDevices()
  expect(others).toHaveLength(1)
  expect(device?.attributes).toMatchObject({ 'dev:device_remembered_status': 'remembered' })

  await forgetDevice()
  expect(await fetchDevices()).toHaveLength(1)
  await signOut()
  await signInWithCode(user)
})

test('a device that was forgotten elsewhere signs in with a code, as a new one', async () => {
  const user = await createUser()
  await signInWithCode(user)
  await rememberDevice()
  const [device] = await fetchDevices()
  await signOut()
  const forgotten = { Username: user.username, DeviceKey: device?.id }
  expect((await operator().call('AdminForgetDevice', forgotten)).status).toBe(200)
  await signInWithCode(user)
  expect((await fetchDevices()).map(({ id }) => id)).not.toContain(device?.id)
})

test('refreshes tokens only for the device of the sign-in, and no longer when it is forgotten', async () => {
  const user = await createUser()
  await signInWithCode(user)
  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined()
  const { refreshToken: RefreshToken } = storedTokens()
  const { clientId: ClientId } = getUserPool('GB')
  const refresh = (more: object) => call('GetTokensFromRefreshToken', { ClientId, RefreshToken, ...more })
  const refused = refusal('NotAuthorizedException', 'Invalid Refresh Token')
  const [device, earlier] = await fetchDevices()
  expect(await refresh({})).toMatchObject(refused)
  expect(await refresh({ DeviceKey: earlier?.id })).toMatchObject(refused)
  expect((await refresh({ DeviceKey: device?.id })).status).toBe(200)
  await forgetDevice()
  expect(await refresh({ DeviceKey: device?.id })).toMatchObject(refused)
})

const pageSchema = v.object({ Devices: v.array(v.unknown()), PaginationToken: v.optional(v.string()) })

test('lists devices in pages of at most 60', async () => {
  const user = await createUser()
  await signInWithCode(user)
  const list = async (input: object) => v.parse(pageSchema, (await call('ListDevices', input)).body)
  const first = await list({ Limit: 1 })
  expect(first.Devices).toHaveLength(1)
  const second = await list({ Limit: 60, PaginationToken: first.PaginationToken })
  expect(second).toEqual({ Devices: [expect.not.objectContaining(Object(first.Devices[0]))] })
  expect(await call('ListDevices', { Limit: 61 })).toMatchObject({
    body: { __type: 'InvalidParameterException' },
  })
  expect(await call('ListDevices', { PaginationToken: 'x' })).toMatchObject(
    refusal('InvalidParameterException', 'Invalid pagination token.'),
  )
})

test('reads, remembers and forgets only devices of the user', async () => {
  const [other, user] = [await createUser(), await createUser()]
  await signInWithCode(other)
  const [device] = await fetchDevices()
  await signOut()
  await signInWithCode(user)
  const foreign = { DeviceKey: device?.id }
  const config = { PasswordVerifier: 'AQ==', Salt: 'AQ==' }
  expect(await call('GetDevice', foreign)).toMatchObject(noDevice)
  expect(await call('ForgetDevice', foreign)).toMatchObject(noDevice)
  expect(await call('UpdateDeviceStatus', foreign)).toMatchObject(noDevice)
  expect(await call('ConfirmDevice', { ...foreign, DeviceSecretVerifierConfig: config })).toMatchObject(
    noDevice,
  )
  const [own] = await fetchDevices()
  expect(await call('GetDevice', { DeviceKey: own?.id })).toMatchObject({
    body: { Device: { DeviceKey: own?.id } },
  })
  expect(
    await call('ConfirmDevice', { DeviceKey: own?.id, DeviceSecretVerifierConfig: config }),
  ).toMatchObject(refusal('InvalidParameterException', 'Device is already confirmed.'))
})

test('a stolen device key alone does not replace the code', async () => {
  const user = await createUser()
  await signInWithCode(user)
  await rememberDevice()
  await signOut()
  replaceStored('randomPasswordKey', 'guessed')
  await expect(startSignIn(user)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})

test('a pool that tracks no devices has none, and says so', async () => {
  const user = await createUser()
  await signInWithCode(user)
  await rememberDevice()
  await operator().trackDevices(false)
  try {
    await expect(fetchDevices()).rejects.toMatchObject({ name: 'InvalidUserPoolConfigurationException' })
    await signOut()
    await signInWithCode(user)
  } finally {
    await operator().trackDevices(true)
  }
})
