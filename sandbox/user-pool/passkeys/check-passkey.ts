import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { isoBase64URL } from '@simplewebauthn/server/helpers'
import * as v from 'valibot'
import type { UserPool } from '../create-user-pool.ts'
import type { Passkey, User } from '../pool-state.ts'
import { credentialEntries, isAllowedOrigin, readClientData } from './credential.ts'

/** The signature of a passkey, as `PublicKeyCredential.toJSON()` returns it. */
export const signedCredentialSchema = v.object({
  ...credentialEntries,
  response: v.object({
    clientDataJSON: v.string(),
    authenticatorData: v.string(),
    signature: v.string(),
    // A security key that does not store users returns none.
    userHandle: v.optional(v.string(), ''),
  }),
})
type SignedCredential = v.InferOutput<typeof signedCredentialSchema>

/** Lists the passkeys of a user that are for the site of the pool. Empty if the pool offers no passkeys. */
export const listUsablePasskeys = (pool: UserPool, { passkeys = [] }: User): readonly Passkey[] => {
  const { isFirstFactor, relyingPartyId } = pool.passkeys.get()
  return isFirstFactor ? passkeys.filter((passkey) => passkey.relyingPartyId === relyingPartyId) : []
}

/** Creates the options with which a browser asks for a signature by one of the user's passkeys. */
export const createRequestOptions = (pool: UserPool, user: User) =>
  generateAuthenticationOptions({
    rpID: pool.passkeys.get().relyingPartyId ?? '',
    allowCredentials: listUsablePasskeys(pool, user).map(({ id, transports }) => ({ id, transports })),
    userVerification: pool.passkeys.get().userVerification,
  })

/**
 * Returns the passkey that has signed a challenge, with its new counter. Undefined if the signature is wrong,
 * or belongs to another site, another user or another challenge.
 */
export const findSigningPasskey = async (
  pool: UserPool,
  user: User,
  { credential, challenge }: { credential: SignedCredential; challenge: string },
): Promise<Passkey | undefined> => {
  const passkey = listUsablePasskeys(pool, user).find(({ id }) => id === credential.id)
  const clientData = readClientData(credential.response.clientDataJSON)
  if (!passkey || !clientData || !isAllowedOrigin(clientData.origin, passkey.relyingPartyId)) return undefined
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: challenge,
      expectedOrigin: clientData.origin,
      expectedRPID: passkey.relyingPartyId,
      credential: { ...passkey, publicKey: isoBase64URL.toBuffer(passkey.publicKey) },
      requireUserVerification: pool.passkeys.get().userVerification === 'required',
    })
    return verified ? { ...passkey, counter: authenticationInfo.newCounter } : undefined
  } catch {
    // The library throws if the signature belongs to another site or challenge, or is malformed.
    return undefined
  }
}
