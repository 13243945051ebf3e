import { ok, type Result } from '../lib/result.ts'
import type { Auth } from './account.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { AuthDeps } from './deps.ts'
import type { SignUpEntry } from './pending-sign-ups.ts'

/** What keeps a profile from being told, for the log. */
type Refusal = { code: string }

const codeOf = ({ message }: AuthFailure): Refusal => ({ code: message })

/**
 * Tells the extended profile what its coach told at sign-up, so that it is not asked for twice. One that holds something
 * already was written later than that, and stays.
 */
export const createProfileTelling =
  ({ extendedProfile: { client, keys } }: Pick<AuthDeps, 'extendedProfile'>, token: Auth['identityToken']) =>
  async ({
    locale,
    firstName,
    lastName,
    registration,
  }: SignUpEntry['told']): Promise<Result<void, Refusal>> => {
    const given = await token()
    if (!given.ok) return { ok: false, error: codeOf(given.error) }
    const credentials = { identityToken: given.value, key: keys[locale] }
    const known = await client.call('profile', undefined, credentials)
    if (!known.ok) return { ok: false, error: { code: known.error.kind } }
    if (Object.keys(known.value.profile).length > 0) return ok(undefined)
    const { organisation, workFrom, job, sportType } = registration
    const body = { firstName, lastName, honorificPrefix: organisation, workFrom, job, sportType }
    const told = await client.call('updateProfile', body, credentials)
    return told.ok ? ok(undefined) : { ok: false, error: { code: told.error.kind } }
  }

export type TellProfile = ReturnType<typeof createProfileTelling>
