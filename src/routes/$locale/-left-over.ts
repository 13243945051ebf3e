import type { Services } from '../../app/services/services.ts'
import { saveJson } from '../../features/profile/save-json.ts'
import type { LeftOver } from '../../features/sign-in/left-over-notice.tsx'

/**
 * The unsent work on this device of an account that was deleted elsewhere. It can no longer be sent, so the
 * coach may save it and then delete it. If there is none, the rest of the customer's data on this device is
 * deleted at once.
 */
export const leftOverOf = async ({
  session,
  outbox: { outbox },
  uploads,
  device,
}: Services): Promise<LeftOver | undefined> => {
  const customer = await session.deletedCustomer()
  if (customer === undefined) return undefined
  const entries = await outbox.entriesOf(customer)
  const remove = async () => {
    await Promise.all([device.forgetCustomer(customer), uploads.client.of(customer).clear()])
    await session.forgetDeletedCustomer()
  }
  if (entries.length === 0) {
    // Not awaited: a failure is retried at the next visit.
    void remove().catch(() => undefined)
    return undefined
  }
  const state = session.state()
  // Only if the session has just ended: later another person may hold this device.
  const isTheirs = state.status === 'anonymous' && state.ended === 'error.accountDeleted'
  const save = () =>
    saveJson(
      'breaking-barriers-not-sent.json',
      entries.map(({ name, payload, capturedAt }) => ({ name, payload, capturedAt })),
    )
  return { count: entries.length, remove, ...(isTheirs && { save }) }
}
