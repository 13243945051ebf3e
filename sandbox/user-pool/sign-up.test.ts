import { confirmSignUp, resendSignUpCode, signIn, signUp } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestSandbox } from '../testing/start-test-sandbox.ts'
import type { TestSandbox } from '../testing/start-test-sandbox.ts'
import { connectAmplify } from '../testing/connect-amplify.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())
beforeEach(() => connectAmplify(sandbox, 'BR'))

const password = 'Treino-2026!'
const newestCode = async (email: string) => (await sandbox.mailTo(email))[0]?.code ?? 'none'

describe('signing up', () => {
  test('mails a code in the language of the pool, and the code confirms', async () => {
    const email = 'ana@example.com'
    const signedUp = await signUp({ username: email, password, options: { userAttributes: { email } } })
    expect(signedUp).toMatchObject({
      isSignUpComplete: false,
      nextStep: {
        signUpStep: 'CONFIRM_SIGN_UP',
        codeDeliveryDetails: { destination: 'a***@e***', deliveryMedium: 'EMAIL' },
      },
    })
    const [mail] = await sandbox.mailTo(email)
    expect(mail).toMatchObject({ to: email, subject: 'Confirme seu e-mail' })
    expect(mail!.code).toMatch(/^\d{6}$/)
    expect(mail!.text).toContain(mail!.code)

    await expect(signIn({ username: email, password })).resolves.toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    })
    await expect(confirmSignUp({ username: email, confirmationCode: mail!.code! })).resolves.toMatchObject({
      isSignUpComplete: true,
    })
    await expect(signIn({ username: 'ANA@example.com', password })).resolves.toMatchObject({
      isSignedIn: true,
    })
  })

  test('is refused for an existing name, confirmed or not', async () => {
    const again = { username: 'twice@example.com', password }
    await signUp(again)
    await expect(signUp(again)).rejects.toMatchObject({
      name: 'UsernameExistsException',
      message: 'An account with the given email already exists.',
    })
  })

  test.each([
    ['Ab1!', 'InvalidParameterException', 'Member must have length greater than or equal to 6'],
    ['Abc-12!', 'InvalidPasswordException', 'Password not long enough'],
    ['barriers-2026!', 'InvalidPasswordException', 'Password must have uppercase characters'],
    ['BARRIERS-2026!', 'InvalidPasswordException', 'Password must have lowercase characters'],
    ['Barriers-now!', 'InvalidPasswordException', 'Password must have numeric characters'],
    ['Barriers2026', 'InvalidPasswordException', 'Password must have symbol characters'],
  ])('refuses the password %s', async (weak, name, complaint) => {
    await expect(signUp({ username: 'weak@example.com', password: weak })).rejects.toMatchObject({
      name,
      message: expect.stringContaining(complaint),
    })
    expect(await sandbox.mailTo('weak@example.com')).toEqual([])
  })

  test('refuses a name that is not an e-mail address, and attributes that a person must not set', async () => {
    await expect(signUp({ username: 'ana', password })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Username should be an email.',
    })
    const options = { userAttributes: { email_verified: 'true' } }
    await expect(signUp({ username: 'sly@example.com', password, options })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    })
  })
})

describe('confirming', () => {
  test('refuses a wrong code, an old code after a new one was sent, and a code after a day', async () => {
    const email = 'codes@example.com'
    await signUp({ username: email, password })
    const first = await newestCode(email)
    const other = first === '000000' ? '000001' : '000000'
    await expect(confirmSignUp({ username: email, confirmationCode: other })).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid verification code provided, please try again.',
    })

    await resendSignUpCode({ username: email })
    const second = await newestCode(email)
    expect(await sandbox.mailTo(email)).toHaveLength(2)
    await expect(confirmSignUp({ username: email, confirmationCode: first })).rejects.toMatchObject({
      name: 'CodeMismatchException',
    })

    sandbox.advance(24 * 3_600_000)
    await expect(confirmSignUp({ username: email, confirmationCode: second })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
    })
    await resendSignUpCode({ username: email })
    await confirmSignUp({ username: email, confirmationCode: await newestCode(email) })
    await expect(resendSignUpCode({ username: email })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User is already confirmed.',
    })
  })

  test('stops a client that tries every code', async () => {
    const email = 'guess@example.com'
    await signUp({ username: email, password })
    const right = await newestCode(email)
    const wrong = right === '111111' ? '222222' : '111111'
    for (let attempt = 0; attempt < 15; attempt += 1) {
      await expect(confirmSignUp({ username: email, confirmationCode: wrong })).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
    }
    await expect(confirmSignUp({ username: email, confirmationCode: right })).rejects.toMatchObject({
      name: 'LimitExceededException',
    })
    sandbox.advance(4 * 60_000)
    await confirmSignUp({ username: email, confirmationCode: right })
  })
})
