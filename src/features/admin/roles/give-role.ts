import type { BodyOf, ResponseOf } from '../../../contract/product-api.ts'
import type { ApiFailure } from '../../../contract/api-failure.ts'
import { isApiErrorCode } from '../../../contract/errors.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { FormFailure } from '../../../ui/form/use-form.ts'
import { AdminRequestError, getFailureMessage, type RequestAsAdmin } from '../request-as-admin.ts'

const timeoutMs = 30_000

export type RoleGrant = BodyOf<'giveRole'>
type Outcome = ResponseOf<'giveRole'>['outcome']
type RefusedOutcome = Extract<Outcome, 'last-manager' | 'by-operator'>

/** The outcome of the call. `unsure`: no response of our server arrived, so the role may have changed. */
export type CallOutcome = Exclude<Outcome, RefusedOutcome> | 'unsure'

/** What became of a grant. `cancelled`: the manager did not confirm that somebody gets a lower role. */
export type GrantOutcome = CallOutcome | 'cancelled'

/** Gives a role. When it resolves, even to a failure, the list of roles is up to date. */
export type GiveRole = (grant: RoleGrant) => Promise<Result<CallOutcome, FormFailure>>

/** Why a role was not given, and what to do about it. */
const failureByOutcome = {
  'last-manager': { message: 'admin.roles.lastManager', reason: 'admin.roles.lastManagerNext' },
  'by-operator': { message: 'admin.roles.byOperator', reason: 'admin.roles.byOperatorNext' },
} as const satisfies Record<RefusedOutcome, FormFailure>

const notGiven = 'admin.roles.notGiven' satisfies MessageId

/**
 * Whether the server may have given the role although the call failed. For example, a proxy responds in place of
 * a server that takes too long.
 */
const isUnsure = ({ code, beforeCall = false }: ApiFailure): boolean =>
  !beforeCall && code !== 'offline' && (!isApiErrorCode(code) || code === 'server-failed')

/** Gives a role. Resolves to the outcome, or to the message for a refusal. */
export const giveRole = async (
  request: RequestAsAdmin,
  grant: RoleGrant,
): Promise<Result<CallOutcome, FormFailure>> => {
  try {
    const { outcome } = await request('giveRole', grant, AbortSignal.timeout(timeoutMs))
    return outcome === 'last-manager' || outcome === 'by-operator'
      ? fail(failureByOutcome[outcome])
      : ok(outcome)
  } catch (error) {
    if (!(error instanceof AdminRequestError)) throw error
    if (isUnsure(error.failure)) return ok('unsure')
    if (error.failure.code === 'not-found')
      return fail({ message: 'admin.roles.unknown', reason: 'admin.roles.unknownNext' })
    return fail({ message: notGiven, reason: getFailureMessage(error) })
  }
}
