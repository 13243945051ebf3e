import type { Services } from '../../app/services/services.ts'
import { saveJson } from '../../features/profile/save-json.ts'
import type { LeftOver } from '../../features/sign-in/left-over-notice.tsx'

/**
 * What was not sent from here for an account that was deleted elsewhere. Nobody can send it any more, so its coach may save
 * it and deletes it; where there is nothing, the rest of what is here of them is deleted at once.
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
    // Nobody waits for it; what fails is done at the next visit.
    void remove().catch(() => undefined)
    return undefined
  }
  const state = session.state()
  // Only where the session ended a moment ago: later somebody else may hold this device.
  const isTheirs = state.status === 'anonymous' && state.ended === 'error.accountDeleted'
  const save = () =>
    saveJson(
      'breaking-barriers-not-sent.json',
      entries.map(({ name, payload, capturedAt }) => ({ name, payload, capturedAt })),
    )
  return { count: entries.length, remove, ...(isTheirs && { save }) }
}
