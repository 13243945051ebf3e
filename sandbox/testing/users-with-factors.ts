import { confirmSignIn } from 'aws-amplify/auth'
import { connectOperator, enableTotp } from './connect-operator.ts'
import { register } from './register.ts'
import type { TestSandbox } from './start-test-sandbox.ts'

export const password = 'Winter-2026!'
export const answer = (challengeResponse: string) => confirmSignIn({ challengeResponse })
export const signedIn = { isSignedIn: true, nextStep: { signInStep: 'DONE' } }
export const mismatch = { name: 'CodeMismatchException', message: 'Invalid code or auth state for the user.' }
export const invalidSession = { name: 'NotAuthorizedException', message: 'Invalid session for the user.' }

/** Creates a user of the British pool. */
export const registerUser = async (sandbox: TestSandbox, name: string, phoneNumber?: string) => {
  const user = { username: `${name}@example.com`, password }
  await register(sandbox, { ...user, ...(phoneNumber !== undefined && { phoneNumber }) })
  return user
}

/** Creates a user with an authenticator app, and moves on to a time whose codes are unused. */
export const registerWithTotp = async (sandbox: TestSandbox, name: string) => {
  const user = await registerUser(sandbox, name)
  const secret = await enableTotp(sandbox, user)
  sandbox.advance(5 * 30_000)
  return { user, secret }
}

export const registerWithEmailCode = async (sandbox: TestSandbox, name: string) => {
  const user = await registerUser(sandbox, name)
  await connectOperator(sandbox, 'GB').enableEmailCode(user.username)
  return user
}
