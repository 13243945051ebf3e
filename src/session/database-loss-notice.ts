import * as v from 'valibot'
import { customerId, deviceId } from '../contract/shared-schemas.ts'
import { createStore, type Store } from '../lib/create-store.ts'
import type { Log } from '../platform/log.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'
import type { SessionControl } from './session.ts'
import type { Tabs } from './tabs.ts'

/**
 * Creates the notice that this browser has lost its database, perhaps with unsent work of a coach. It is
 * stored until the coach dismisses it.
 */
export const createDatabaseLossNotice = ({
  values,
  getDeviceId,
  tabs,
}: {
  values: KeyValues
  /** The id of this device, new since the loss. Creates one if there is none. */
  getDeviceId: () => Promise<string>
  tabs: Pick<Tabs, 'announce' | 'listen'>
}) => {
  /** The id of the customer whom the notice is for, stored so that all tabs show it. */
  const storedRecipient = createStoredValue(values, 'beganAnew', customerId)
  /** Who dismissed the notice last, and the id of this device at that time. */
  const lastDismissal = createStoredValue(
    values,
    'beganAnewRead',
    v.object({ customer: customerId, device: deviceId }),
  )
  /** The first id of this device after the coach erased everything. */
  const idAfterErasure = createStoredValue(values, 'idAfterErasure', deviceId)
  /** The id of the customer to whom this tab shows the notice. */
  const recipient = createStore<string | undefined>(undefined)
  /** Resolves to undefined if the database does not respond. A sign-in must not wait for it. */
  const readDeviceId = () => values.withTimeLimit(getDeviceId()).catch(() => undefined)
  /** Whether a customer has dismissed the notice since the loss, in any tab. */
  const hasDismissed = async (customer: string): Promise<boolean> => {
    const dismissal = await lastDismissal.read()
    return dismissal?.customer === customer && dismissal.device === (await readDeviceId())
  }
  /**
   * Shows or hides the notice as other tabs do. A missing recipient alone does not hide it, because reading
   * the storage may have failed.
   */
  const followStored = async () => {
    const shownTo = recipient.get()
    const customer = await storedRecipient.read()
    if (customer !== undefined) recipient.set(customer)
    else if (shownTo !== undefined && (await hasDismissed(shownTo))) recipient.set(undefined)
  }
  void followStored()
  tabs.listen(() => void followStored())
  return {
    isFor: (customer: string): boolean => recipient.get() === customer,
    subscribe: recipient.subscribe,
    /**
     * Shows the notice after a loss. The server and this device may both report the same loss, so it shows
     * nothing if the coach has already dismissed the notice. Also shows nothing if the coach had erased this
     * device, because then nothing was lost.
     */
    showTo: async (customer: string): Promise<void> => {
      const id = await readDeviceId()
      const isErased = id !== undefined && (await idAfterErasure.read()) === id
      if (isErased || (await hasDismissed(customer))) return
      recipient.set(customer)
      await storedRecipient.write(customer)
      tabs.announce()
    },
    /**
     * Records that the coach has erased this device. Stores the new id of the device: as long as it has this
     * id, no loss has followed.
     */
    recordErasure: async (): Promise<void> => {
      const id = await readDeviceId()
      if (id !== undefined) await idAfterErasure.write(id)
    },
    /**
     * Records who dismissed the notice, then hides it. If it were hidden first, a coach who then leaves the page
     * at once would see it again.
     */
    dismiss: async (): Promise<void> => {
      const customer = recipient.get()
      const id = await readDeviceId()
      if (customer !== undefined && id !== undefined) await lastDismissal.write({ customer, device: id })
      await storedRecipient.discard()
      recipient.set(undefined)
      tabs.announce()
    },
  }
}

export type DatabaseLossNotice = ReturnType<typeof createDatabaseLossNotice>

type NoticeDeps = {
  session: Pick<SessionControl, 'firstCheck' | 'customer' | 'hasOtherDevice'>
  /** Returns the id of this device, and creates it if the database has none. */
  deviceId: () => Promise<string>
  /** Whether this page created the id. */
  isNewDevice: Pick<Store<boolean>, 'get' | 'subscribe'>
  notice: Pick<DatabaseLossNotice, 'showTo'>
  log: Log
}

/**
 * Detects a loss without the server, so also while the device is offline: a customer was signed in when this
 * page started, and yet the id of the device had to be created. A sign-in in this page does not count,
 * because the database may have been too slow to create the id before it.
 */
export const detectDatabaseLoss = ({ session, deviceId, isNewDevice, notice, log }: NoticeDeps): void => {
  const check = async () => {
    const firstState = await session.firstCheck
    // If the database did not respond at the sign-in, it may get its first id only now.
    if (firstState.status !== 'authenticated' || (await session.hasOtherDevice())) return
    await deviceId()
    const { userID } = firstState.user
    if (isNewDevice.get() && session.customer() === userID) await notice.showTo(userID)
  }
  const start = () => {
    check().catch((error: unknown) =>
      log.error('The check for a lost database failed', { error: String(error) }),
    )
  }
  // The browser may also delete the database while the page is open.
  isNewDevice.subscribe(start)
  start()
}
