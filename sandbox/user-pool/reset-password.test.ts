import { confirmResetPassword, resetPassword, signIn, signOut, signUp } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())
beforeEach(() => connectAmplify(sandbox, 'MX'))

const username = 'coach.mx@example.com'
const newPassword = 'Nueva-2026!'
const newestCode = async () => (await sandbox.mailTo(username))[0]?.code ?? 'none'

test('sets a new password with a code from the mailbox, once', async () => {
  await expect(resetPassword({ username })).resolves.toMatchObject({
    nextStep: { resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE' },
  })
  const [mail] = await sandbox.mailTo(username)
  expect(mail!.subject).toBe('Restablece tu contraseña')
  const confirmationCode = await newestCode()

  await expect(
    confirmResetPassword({ username, confirmationCode, newPassword: 'tooweak' }),
  ).rejects.toMatchObject({ name: 'InvalidPasswordException' })
  await confirmResetPassword({ username, confirmationCode, newPassword })
  await expect(confirmResetPassword({ username, confirmationCode, newPassword })).rejects.toMatchObject({
    name: 'ExpiredCodeException',
  })
  await expect(signIn({ username, password: 'Barriers-2026!' })).rejects.toThrow(
    'Incorrect username or password.',
  )
  await expect(signIn({ username, password: newPassword })).resolves.toMatchObject({ isSignedIn: true })
  await signOut()
})

test('accepts a code for an hour', async () => {
  await resetPassword({ username })
  sandbox.advance(3_600_000)
  await expect(
    confirmResetPassword({ username, confirmationCode: await newestCode(), newPassword }),
  ).rejects.toMatchObject({ name: 'ExpiredCodeException' })
})

test('sends no code for an unknown name or an unverified address', async () => {
  await expect(resetPassword({ username: 'nobody@example.com' })).rejects.toMatchObject({
    name: 'UserNotFoundException',
  })
  await signUp({ username: 'new@example.com', password: 'Nueva-2026!' })
  await expect(resetPassword({ username: 'new@example.com' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: 'Cannot reset password for the user as there is no registered/verified email or phone_number',
  })
})

test('refuses the sixth request and the sixth guess within four minutes', async () => {
  sandbox.advance(4 * 60_000)
  for (let request = 0; request < 5; request += 1) await resetPassword({ username })
  await expect(resetPassword({ username })).rejects.toMatchObject({
    name: 'LimitExceededException',
    message: 'Attempt limit exceeded, please try after some time.',
  })

  const right = await newestCode()
  const wrong = { username, confirmationCode: right === '111111' ? '222222' : '111111', newPassword }
  for (let guess = 0; guess < 5; guess += 1) {
    await expect(confirmResetPassword(wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' })
  }
  await expect(confirmResetPassword({ ...wrong, confirmationCode: right })).rejects.toMatchObject({
    name: 'LimitExceededException',
  })

  sandbox.advance(4 * 60_000)
  await confirmResetPassword({ ...wrong, confirmationCode: right })
})
