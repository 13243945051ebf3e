import { confirmResetPassword, resetPassword, signIn, signOut } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator, readTotpCode } from '../testing/connect-operator.ts'
import { createWrongCode, readNewestCode } from '../testing/register.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'
import {
  answer,
  mismatch,
  password,
  registerWithEmailCode,
  registerWithTotp,
  signedIn,
} from '../testing/users-with-factors.ts'

const startedAt = Date.now()
let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox({ now: () => startedAt })
})
afterAll(() => sandbox.remove())
beforeEach(async () => {
  await connectAmplify(sandbox, 'GB')
  await operator().setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
})

const operator = () => connectOperator(sandbox, 'GB')
const locked = { name: 'NotAuthorizedException', message: 'Password attempts exceeded' }

describe('guessing codes', () => {
  const guess = async (code: string, times: number) => {
    for (let attempt = 0; attempt < times; attempt += 1) {
      await expect(answer(createWrongCode(code))).rejects.toMatchObject(mismatch)
    }
  }

  test('locks the sign-in, and the right password does not reset the count', async () => {
    const user = await registerWithEmailCode(sandbox, 'guess')
    await signIn(user)
    const first = await readNewestCode(sandbox, user.username)
    await guess(first, 5)
    await expect(answer(first)).rejects.toMatchObject(locked)
    await expect(signIn(user)).rejects.toMatchObject(locked)

    sandbox.advance(1000)
    await signIn(user)
    const second = await readNewestCode(sandbox, user.username)
    await guess(second, 1)
    sandbox.advance(2000 - 1)
    await expect(answer(second)).rejects.toMatchObject(locked)
    sandbox.advance(1)
    await expect(answer(second)).resolves.toEqual(signedIn)

    await signOut()
    await signIn(user)
    const third = await readNewestCode(sandbox, user.username)
    await guess(third, 4)
    await expect(answer(third)).resolves.toEqual(signedIn)
  })

  test('stays locked after a reset of the password', async () => {
    const user = await registerWithEmailCode(sandbox, 'guess-reset')
    await signIn(user)
    const code = await readNewestCode(sandbox, user.username)
    await guess(code, 5)
    await resetPassword({ username: user.username })
    await confirmResetPassword({
      username: user.username,
      newPassword: password,
      confirmationCode: await readNewestCode(sandbox, user.username),
    })
    await expect(answer(code)).rejects.toMatchObject(locked)
    await expect(signIn(user)).rejects.toMatchObject(locked)
  })

  test('counts over several sessions of an authenticator app', async () => {
    const { user, secret } = await registerWithTotp(sandbox, 'guess-app')
    for (let session = 0; session < 5; session += 1) {
      await signIn(user)
      await guess(readTotpCode(sandbox, secret), 1)
    }
    await expect(answer(readTotpCode(sandbox, secret))).rejects.toMatchObject(locked)
    sandbox.advance(1000)
    await expect(answer(readTotpCode(sandbox, secret))).resolves.toEqual(signedIn)
  })
})
