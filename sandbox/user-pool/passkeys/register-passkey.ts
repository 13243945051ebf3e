import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { COSEALG, isoBase64URL } from '@simplewebauthn/server/helpers'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import type { UserPool } from '../create-user-pool.ts'
import type { Passkey, User } from '../pool-state.ts'
import { credentialEntries, isAllowedOrigin, readClientData, relyingPartyName } from './credential.ts'

/** Cognito's limit for each user. */
const maxPasskeys = 20

/** The signatures that Cognito accepts. */
const supportedAlgorithmIDs = [COSEALG.ES256, COSEALG.RS256]

/** Names of password managers by the id that their authenticators report (AAGUID). */
const nameByAaguid: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
}

/** The public key that a browser has created, as `PublicKeyCredential.toJSON()` returns it. */
export const newCredentialSchema = v.object({
  ...credentialEntries,
  response: v.object({
    clientDataJSON: v.string(),
    attestationObject: v.string(),
    transports: v.optional(v.array(v.string()), []),
  }),
})

/**
 * Returns the id of the site that passkeys are for. Throws WebAuthnNotEnabledException if the pool does not
 * offer passkeys, and WebAuthnConfigurationMissingException if it does not name the site.
 */
const requireRelyingParty = (pool: UserPool): string => {
  const { isFirstFactor, relyingPartyId } = pool.passkeys.get()
  if (!isFirstFactor) {
    throw new AwsError('WebAuthnNotEnabledException', 'WebAuthn is not enabled for this user pool.')
  }
  if (relyingPartyId !== undefined) return relyingPartyId
  throw new AwsError('WebAuthnConfigurationMissingException', 'The relying party ID is not configured.')
}

/** Starts a registration. Throws LimitExceededException if the user has too many passkeys. */
export const startRegistration = async (pool: UserPool, user: User) => {
  const relyingPartyId = requireRelyingParty(pool)
  const { passkeys = [] } = user
  if (passkeys.length >= maxPasskeys) {
    throw new AwsError('LimitExceededException', 'The user has the maximum number of passkeys.')
  }
  const options = await generateRegistrationOptions({
    rpID: relyingPartyId,
    supportedAlgorithmIDs,
    rpName: relyingPartyName,
    userID: new TextEncoder().encode(user.sub),
    userName: user.email,
    userDisplayName: user.email,
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: pool.passkeys.get().userVerification,
    },
  })
  pool.passkeyRegistrations.start(user.sub, options.challenge)
  return options
}

const createUnsupportedError = (message: string) =>
  new AwsError('WebAuthnCredentialNotSupportedException', message)

const verify = async (options: Parameters<typeof verifyRegistrationResponse>[0]) => {
  try {
    return await verifyRegistrationResponse(options)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('Unknown error')
    if (name === 'UnexpectedRPIDHash') {
      throw new AwsError('WebAuthnRelyingPartyMismatchException', 'The relying party ID does not match.')
    }
    throw createUnsupportedError(message)
  }
}

/**
 * Returns the passkey that a browser has created for a registration. Throws WebAuthnChallengeNotFoundException
 * without the registration, WebAuthnOriginNotAllowedException and WebAuthnRelyingPartyMismatchException for a
 * passkey of another site, and WebAuthnCredentialNotSupportedException for an invalid credential.
 */
export const readPasskey = async (
  pool: UserPool,
  user: User,
  credential: v.InferOutput<typeof newCredentialSchema>,
): Promise<Passkey> => {
  const relyingPartyId = requireRelyingParty(pool)
  const expectedChallenge = pool.passkeyRegistrations.take(user.sub)
  const clientData = readClientData(credential.response.clientDataJSON)
  if (!clientData) throw createUnsupportedError('The client data cannot be read.')
  if (expectedChallenge === undefined || clientData.challenge !== expectedChallenge) {
    throw new AwsError(
      'WebAuthnChallengeNotFoundException',
      'The challenge of the registration is not found.',
    )
  }
  if (!isAllowedOrigin(clientData.origin, relyingPartyId)) {
    throw new AwsError('WebAuthnOriginNotAllowedException', 'The origin is not allowed.')
  }
  const { registrationInfo } = await verify({
    response: credential,
    expectedChallenge,
    expectedOrigin: clientData.origin,
    expectedRPID: relyingPartyId,
    supportedAlgorithmIDs,
    requireUserVerification: pool.passkeys.get().userVerification === 'required',
  })
  if (!registrationInfo) throw createUnsupportedError('The attestation is not valid.')
  const { aaguid, credential: verified } = registrationInfo
  return {
    id: verified.id,
    publicKey: isoBase64URL.fromBuffer(verified.publicKey),
    counter: verified.counter,
    transports: credential.response.transports,
    ...(credential.authenticatorAttachment && { attachment: credential.authenticatorAttachment }),
    name: nameByAaguid[aaguid] ?? 'Passkey',
    relyingPartyId,
    createdAt: pool.now(),
  }
}
