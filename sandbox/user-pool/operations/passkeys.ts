import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { newCredentialSchema, readPasskey, startRegistration } from '../passkeys/register-passkey.ts'
import type { Passkey } from '../pool-state.ts'
import type { UserPools } from '../user-pools.ts'
import * as memberSchemas from './member-schemas.ts'

/**
 * StartWebAuthnRegistration: creates the options with which a browser creates a passkey. Throws
 * WebAuthnNotEnabledException, WebAuthnConfigurationMissingException, and LimitExceededException for a user
 * with 20 passkeys.
 */
export const startWebAuthnRegistration = (pools: UserPools) =>
  defineOperation(memberSchemas.accessTokenInput, async ({ AccessToken }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    return { CredentialCreationOptions: await startRegistration(pool, user) }
  })

/**
 * CompleteWebAuthnRegistration: stores the passkey that a browser has created. The errors are those of
 * `readPasskey`. After each of them, the registration has to start again.
 */
export const completeWebAuthnRegistration = (pools: UserPools) =>
  defineOperation(
    v.object({ ...memberSchemas.accessTokenInput.entries, Credential: newCredentialSchema }),
    async ({ AccessToken, Credential }) => {
      const { pool, user } = await authenticate(pools, AccessToken)
      const passkey = await readPasskey(pool, user, Credential)
      await pool.users.change(user.sub, (current) => ({
        ...current,
        passkeys: [...(current.passkeys ?? []), passkey],
      }))
      return {}
    },
  )

const listInputSchema = v.object({
  ...memberSchemas.accessTokenInput.entries,
  MaxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20)), 20),
  NextToken: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/))),
})

/** Times are in s since the epoch. */
const toDescription = (passkey: Passkey) => ({
  CredentialId: passkey.id,
  FriendlyCredentialName: passkey.name,
  RelyingPartyId: passkey.relyingPartyId,
  ...(passkey.attachment !== undefined && { AuthenticatorAttachment: passkey.attachment }),
  AuthenticatorTransports: passkey.transports,
  CreatedAt: passkey.createdAt / 1000,
})

/** ListWebAuthnCredentials: the passkeys of the signed-in user, oldest first, in pages of `MaxResults`. */
export const listWebAuthnCredentials = (pools: UserPools) =>
  defineOperation(listInputSchema, async ({ AccessToken, MaxResults, NextToken = '0' }) => {
    const { user } = await authenticate(pools, AccessToken)
    const { passkeys = [] } = user
    const start = Number(NextToken)
    // Cognito reads 0 as no limit. A user has 20 passkeys at most.
    const end = start + (MaxResults || 20)
    return {
      Credentials: passkeys.slice(start, end).map(toDescription),
      ...(end < passkeys.length && { NextToken: String(end) }),
    }
  })

/** DeleteWebAuthnCredential: throws ResourceNotFoundException for a passkey that the user does not have. */
export const deleteWebAuthnCredential = (pools: UserPools) =>
  defineOperation(
    v.object({ ...memberSchemas.accessTokenInput.entries, CredentialId: v.string() }),
    async ({ AccessToken, CredentialId }) => {
      const { pool, user } = await authenticate(pools, AccessToken)
      if (!user.passkeys?.some(({ id }) => id === CredentialId)) {
        throw new AwsError('ResourceNotFoundException', 'The WebAuthn credential does not exist.')
      }
      await pool.users.change(user.sub, (current) => ({
        ...current,
        passkeys: (current.passkeys ?? []).filter(({ id }) => id !== CredentialId),
      }))
      return {}
    },
  )
