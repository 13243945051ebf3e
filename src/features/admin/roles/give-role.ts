import type { BodyOf, ResponseOf } from '../../../contract/product-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { FormFailure } from '../../../ui/form/use-form.ts'
import { AdminRequestError, getFailureMessage, type RequestAsAdmin } from '../request-as-admin.ts'

const timeoutMs = 30_000

export type RoleGift = BodyOf<'giveRole'>
type Outcome = ResponseOf<'giveRole'>['outcome']

/** What happened to a role. `kept`: the manager did not want to lose their own role after all. */
export type GiftOutcome = Extract<Outcome, 'given' | 'unchanged'> | 'kept'

export type GiveRole = (gift: RoleGift) => Promise<Result<GiftOutcome, FormFailure>>

/** Why a role was not given, and what to do about it. */
const failureByOutcome = {
  'last-manager': { message: 'admin.roles.lastManager', reason: 'admin.roles.lastManagerNext' },
  'by-operator': { message: 'admin.roles.byOperator', reason: 'admin.roles.byOperatorNext' },
} as const satisfies Record<Exclude<Outcome, GiftOutcome>, FormFailure>

const notGiven = 'admin.roles.notGiven' satisfies MessageId

/** Gives a role, and words each refusal. */
export const giveRole = async (
  request: RequestAsAdmin,
  gift: RoleGift,
): Promise<Result<Exclude<GiftOutcome, 'kept'>, FormFailure>> => {
  try {
    const { outcome } = await request('giveRole', gift, AbortSignal.timeout(timeoutMs))
    return outcome === 'given' || outcome === 'unchanged' ? ok(outcome) : fail(failureByOutcome[outcome])
  } catch (error) {
    if (!(error instanceof AdminRequestError)) throw error
    if (error.failure.code === 'not-found')
      return fail({ message: 'admin.roles.unknown', reason: 'admin.roles.unknownNext' })
    return fail({ message: notGiven, reason: getFailureMessage(error) })
  }
}
