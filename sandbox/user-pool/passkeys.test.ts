import {
  associateWebAuthnCredential,
  confirmSignIn,
  deleteWebAuthnCredential,
  fetchAuthSession,
  listWebAuthnCredentials,
  signIn,
  signOut,
} from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectAmplify } from '../testing/connect-amplify.ts'
import { connectOperator, enableTotp } from '../testing/connect-operator.ts'
import { register } from '../testing/register.ts'
import { useSoftwareAuthenticator } from '../testing/software-authenticator.ts'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'

let sandbox: TestSandbox
let authenticator: ReturnType<typeof useSoftwareAuthenticator>
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.remove())
beforeEach(async () => {
  await connectAmplify(sandbox, 'NZ')
  authenticator = useSoftwareAuthenticator()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await operator().setPasskeys({})
  await operator().setPoolMfa('OPTIONAL', ['totp', 'email', 'sms'])
})

const password = 'Winter-2026!'
const operator = () => connectOperator(sandbox, 'NZ')
const signedIn = { isSignedIn: true, nextStep: { signInStep: 'DONE' } }
const choice = (availableChallenges: readonly string[]) => ({
  isSignedIn: false,
  nextStep: { signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION', availableChallenges },
})
const onlyPassword = choice(['PASSWORD', 'PASSWORD_SRP'])
const refused = { name: 'NotAuthorizedException', message: 'The WebAuthn credential is not valid.' }

/** Registers a user and signs in with the password. */
const start = async (name: string) => {
  const user = { username: `${name}@example.com`, password }
  await register(sandbox, user)
  await signIn(user)
  return user
}
const startWithPasskey = async (name: string) => {
  const user = await start(name)
  await associateWebAuthnCredential()
  await signOut()
  return user
}
const signInWithPasskey = (username: string) =>
  signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } })

describe('a registration', () => {
  test('adds a passkey, which is listed in pages and removed', async () => {
    await start('pages')
    await associateWebAuthnCredential()
    authenticator.forgetKeys()
    await associateWebAuthnCredential()
    const first = await listWebAuthnCredentials({ pageSize: 1 })
    expect(first.credentials).toEqual([
      {
        credentialId: expect.stringMatching(/^[\w-]{43}$/),
        friendlyCredentialName: 'Passkey',
        relyingPartyId: 'localhost',
        authenticatorAttachment: 'platform',
        authenticatorTransports: ['internal'],
        createdAt: expect.any(Date),
      },
    ])
    const second = await listWebAuthnCredentials({ pageSize: 1, nextToken: first.nextToken! })
    expect(second.nextToken).toBeUndefined()
    expect(second.credentials).toHaveLength(1)
    const { credentialId = '' } = first.credentials[0]!
    await deleteWebAuthnCredential({ credentialId })
    expect((await listWebAuthnCredentials()).credentials).toEqual(second.credentials)
    await expect(deleteWebAuthnCredential({ credentialId })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    })
  })

  test('does not add a passkey that the authenticator already has, or that the user cancels', async () => {
    await start('twice')
    await associateWebAuthnCredential()
    await expect(associateWebAuthnCredential()).rejects.toMatchObject({ name: 'PasskeyAlreadyExists' })
    authenticator.behaviour.error = 'NotAllowedError'
    await expect(associateWebAuthnCredential()).rejects.toMatchObject({ name: 'PasskeyRegistrationCanceled' })
    expect((await listWebAuthnCredentials()).credentials).toHaveLength(1)
  })

  test.each([
    [{ origin: 'https://localhost.evil.example' }, 'WebAuthnOriginNotAllowedException'],
    [{ origin: 'http://coaches.example' }, 'WebAuthnOriginNotAllowedException'],
    [{ relyingPartyId: 'evil.example' }, 'WebAuthnRelyingPartyMismatchException'],
    [{ challenge: 'c3RvbGVu' }, 'WebAuthnChallengeNotFoundException'],
    [{ isUserVerified: false }, 'WebAuthnCredentialNotSupportedException'],
  ])('with %j throws %s', async (forged, name) => {
    await start(`forged-${name}-${JSON.stringify(forged).length}`.toLowerCase())
    Object.assign(authenticator.behaviour, forged)
    await expect(associateWebAuthnCredential()).rejects.toMatchObject({ name })
    expect((await listWebAuthnCredentials()).credentials).toEqual([])
  })

  test('is refused for more than 20 passkeys', async () => {
    await start('many')
    for (let count = 0; count < 20; count += 1) {
      authenticator.forgetKeys()
      await associateWebAuthnCredential()
    }
    // Amplify repeats the call after this exception.
    await expect(associateWebAuthnCredential()).rejects.toMatchObject({ name: 'LimitExceededException' })
  })

  test.each([
    [{ isOn: false }, 'WebAuthnNotEnabledException'],
    [{ relyingPartyId: null }, 'WebAuthnConfigurationMissingException'],
  ])('at a pool with %j throws %s', async (settings, name) => {
    await start(name.toLowerCase())
    await operator().setPasskeys(settings)
    await expect(associateWebAuthnCredential()).rejects.toMatchObject({ name })
  })
})

describe('a sign-in', () => {
  test('with a passkey needs no password, also after a restart', async () => {
    const { username } = await startWithPasskey('restart')
    await sandbox.restart()
    await expect(signInWithPasskey(username)).resolves.toEqual(signedIn)
    expect((await fetchAuthSession()).tokens?.idToken?.payload['email']).toBe(username)
    await signOut()
    await expect(signInWithPasskey(username)).resolves.toEqual(signedIn)
  })

  test('lets the user choose, and then asks for the passkey or the password', async () => {
    const user = await startWithPasskey('choice')
    const { username } = user
    const options = { authFlowType: 'USER_AUTH' } as const
    const choose = () => signIn({ username, options })
    await expect(choose()).resolves.toEqual(choice(['WEB_AUTHN', 'PASSWORD', 'PASSWORD_SRP']))
    await expect(confirmSignIn({ challengeResponse: 'WEB_AUTHN' })).resolves.toEqual(signedIn)
    for (const factor of ['PASSWORD', 'PASSWORD_SRP'] as const) {
      await signOut()
      await choose()
      await confirmSignIn({ challengeResponse: factor })
      await expect(confirmSignIn({ challengeResponse: password })).resolves.toEqual(signedIn)
      await signOut()
      const preferred = { ...options, preferredChallenge: factor }
      await expect(signIn({ ...user, options: preferred })).resolves.toEqual(signedIn)
      await signOut()
      await expect(
        signIn({ username, password: 'Not-mine-2026!', options: preferred }),
      ).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'Incorrect username or password.' })
    }
  })

  test('of a user without a passkey, or of a pool that has turned them off, offers the password', async () => {
    const { username } = await start('none')
    await signOut()
    await expect(signInWithPasskey(username)).resolves.toEqual(onlyPassword)
    const other = await startWithPasskey('off')
    await operator().setPasskeys({ isOn: false })
    await expect(signInWithPasskey(other.username)).resolves.toEqual(onlyPassword)
    await operator().setPasskeys({ relyingPartyId: 'other.example' })
    await expect(signInWithPasskey(other.username)).resolves.toEqual(onlyPassword)
  })

  test('of a user with a second factor, or at a pool that requires one, begins with the password', async () => {
    const user = await startWithPasskey('factor')
    await enableTotp(sandbox, user)
    await expect(signInWithPasskey(user.username)).resolves.toEqual(onlyPassword)
    const { username } = await startWithPasskey('required')
    await operator().setPoolMfa('ON', ['totp'])
    await expect(signInWithPasskey(username)).resolves.toEqual(onlyPassword)
  })

  test.each([
    { origin: 'http://evil.example' },
    { relyingPartyId: 'evil.example' },
    { challenge: 'c3RvbGVu' },
    { isUserVerified: false },
  ])('is refused with %j', async (forged) => {
    const { username } = await startWithPasskey(`refused-${Object.keys(forged).join().toLowerCase()}`)
    Object.assign(authenticator.behaviour, forged)
    await expect(signInWithPasskey(username)).rejects.toMatchObject(refused)
  })

  test('is refused with a copied key, whose counter does not increase', async () => {
    const { username } = await startWithPasskey('copied')
    await expect(signInWithPasskey(username)).resolves.toEqual(signedIn)
    await signOut()
    authenticator.resetCounters()
    await expect(signInWithPasskey(username)).rejects.toMatchObject(refused)
  })

  test('is refused if the pool turns passkeys off while the prompt is open', async () => {
    const { username } = await startWithPasskey('meanwhile')
    authenticator.behaviour.beforeSigning = () => operator().setPasskeys({ isOn: false })
    await expect(signInWithPasskey(username)).rejects.toMatchObject(refused)
  })

  test('can be cancelled, and accepts one answer', async () => {
    const { username } = await startWithPasskey('cancelled')
    authenticator.behaviour.error = 'NotAllowedError'
    await expect(signInWithPasskey(username)).rejects.toMatchObject({ name: 'PasskeyAuthenticationCanceled' })
    delete authenticator.behaviour.error
    authenticator.behaviour.challenge = 'c3RvbGVu'
    const answers = recordAnswers()
    await expect(signInWithPasskey(username)).rejects.toMatchObject(refused)
    expect(await answers.repeat()).toMatchObject({
      __type: 'NotAuthorizedException',
      message: 'Invalid session for the user, session can only be used once.',
    })
  })

  test('of a disabled user is refused', async () => {
    const { username } = await startWithPasskey('disabled')
    await operator().call('AdminDisableUser', { Username: username })
    await expect(signInWithPasskey(username)).rejects.toMatchObject({ message: 'User is disabled.' })
  })
})

/** Records the answers to challenges. `repeat` sends the newest once more. */
const recordAnswers = () => {
  const sent: Parameters<typeof fetch>[] = []
  const send = globalThis.fetch
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const target = new Headers(request[1]?.headers).get('x-amz-target') ?? ''
    if (target.endsWith('.RespondToAuthChallenge')) sent.push(request)
    return send(...request)
  })
  return {
    repeat: async (): Promise<unknown> => {
      spy.mockRestore()
      const request = sent.at(-1)
      return request && (await send(...request)).json()
    },
  }
}
