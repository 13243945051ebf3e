import type { Services } from '../../app/services/services.ts'
import type { saveJson } from '../../features/profile/save-json.ts'
import type { DeletedAccountEntries } from '../../features/sign-in/deleted-account-notice.tsx'

type Entries = Awaited<ReturnType<Services['outbox']['outbox']['listEntries']>>

type UsedServices = {
  session: Pick<Services['session'], 'readDeletedCustomers' | 'forgetDeletedCustomer' | 'state'>
  outbox: { outbox: Pick<Services['outbox']['outbox'], 'listEntries'> }
  uploads: {
    client: {
      forCustomer: (
        customerId: string,
      ) => Pick<ReturnType<Services['uploads']['client']['forCustomer']>, 'clear'>
    }
  }
  device: Pick<Services['device'], 'forgetCustomer' | 'forgetUploads'>
}

/**
 * Finds the unsent entries on this device (the work of coaches in the outbox) of accounts that were deleted
 * on another device. They can no longer be sent, so the coach may save them in a file and delete them. If an
 * account has none, deletes the rest of its data on this device immediately.
 */
export const findDeletedAccountEntries = async (
  { session, outbox: { outbox }, uploads, device }: UsedServices,
  save: typeof saveJson,
): Promise<DeletedAccountEntries | undefined> => {
  const removeCustomer = async (customerId: string) => {
    await Promise.all([device.forgetCustomer(customerId), uploads.client.forCustomer(customerId).clear()])
    // After `clear`, which saves cancelled uploads for a sign-in that will not come.
    await device.forgetUploads(customerId)
    await session.forgetDeletedCustomer(customerId)
  }
  const accounts: { customerId: string; entries: Entries }[] = []
  for (const customerId of await session.readDeletedCustomers()) {
    const entries = await outbox.listEntries(customerId)
    if (entries.length > 0) accounts.push({ customerId, entries })
    // Not awaited, because a failure is retried at the next visit.
    else void removeCustomer(customerId).catch(() => undefined)
  }
  if (accounts.length === 0) return undefined
  const state = session.state()
  // Saving is offered only to the coach whose session has just ended, because someone else may be using this
  // device later.
  const ownCustomerId = state.status === 'anonymous' ? state.deletedCustomer : undefined
  const ownAccount = accounts.find(({ customerId }) => customerId === ownCustomerId)
  const saveEntries = (entries: Entries) =>
    save(
      'breaking-barriers-not-sent.json',
      entries.map(({ name, payload, capturedAt }) => ({ name, payload, capturedAt })),
    )
  // Offers only the work of this coach if there is any, so that the number, the file and the deletion are
  // about the same entries. The next visit offers the rest.
  const offeredAccounts = ownAccount ? [ownAccount] : accounts
  return {
    count: offeredAccounts.flatMap(({ entries }) => entries).length,
    onDelete: async () => {
      await Promise.all(offeredAccounts.map(({ customerId }) => removeCustomer(customerId)))
    },
    ...(ownAccount && { onSave: () => saveEntries(ownAccount.entries) }),
  }
}
