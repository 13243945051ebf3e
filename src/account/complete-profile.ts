import { fail, ok, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { AccountDeps } from './account.ts'
import type { SignUpDetails } from './pending-sign-ups.ts'

/**
 * Copies the details of a sign-up to the extended profile, so that the coach does not enter them twice. A
 * profile that already has content is newer than the sign-up and stays.
 */
export const createProfileCompletion =
  ({ extendedProfile: { client, keys }, session }: Pick<AccountDeps, 'extendedProfile' | 'session'>) =>
  async (details: SignUpDetails, { userID }: CurrentUser): Promise<Result<unknown, { code: string }>> => {
    const token = await session.identityToken(userID)
    if (!token.ok) return fail({ code: token.error.message })
    const credentials = { identityToken: token.value, key: keys[details.locale] }
    const known = await client.call('profile', undefined, credentials)
    if (!known.ok) return fail({ code: known.error.kind })
    if (Object.keys(known.value.profile).length > 0) return ok(undefined)
    const { firstName, lastName, registration } = details
    const { organisation, workFrom, job, partner, sportType } = registration
    const work = { workFrom, job, partner, sportType }
    const body = { firstName, lastName, honorificPrefix: organisation, ...work }
    const saved = await client.call('updateProfile', body, credentials)
    return saved.ok ? saved : fail({ code: saved.error.kind })
  }
