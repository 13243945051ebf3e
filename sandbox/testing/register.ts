import { confirmSignUp, signUp } from 'aws-amplify/auth'
import type { TestSandbox } from './start-test-sandbox.ts'

/** Returns the newest code that was sent to an email address or a phone number, or 'none'. */
export const readNewestCode = async (sandbox: TestSandbox, to: string): Promise<string> =>
  (await sandbox.mailTo(to))[0]?.code ?? 'none'

type Registration = { username: string; password: string; phoneNumber?: string }

/** Signs up a confirmed user in the connected pool. */
export const register = async (sandbox: TestSandbox, { username, password, phoneNumber }: Registration) => {
  const userAttributes = {
    email: username,
    given_name: 'Ana',
    family_name: 'Souza',
    ...(phoneNumber !== undefined && { phone_number: phoneNumber }),
  }
  await signUp({ username, password, options: { userAttributes } })
  await confirmSignUp({ username, confirmationCode: await readNewestCode(sandbox, username) })
}

/** Returns a code of six digits that is not this one. */
export const createWrongCode = (code: string): string => (code === '111111' ? '222222' : '111111')
