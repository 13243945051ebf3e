import * as v from 'valibot'
import { customerId, deviceId } from '../contract/shapes.ts'
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
  device,
  tabs,
}: {
  values: KeyValues
  /** The id of this device, new since the loss. Creates one if there is none. */
  device: () => Promise<string>
  tabs: Pick<Tabs, 'announce' | 'listen'>
}) => {
  const stored = createStoredValue(values, 'beganAnew', customerId)
  const dismissed = createStoredValue(
    values,
    'beganAnewRead',
    v.object({ customer: customerId, device: deviceId }),
  )
  /** The first id of this device after the coach erased everything. */
  const idAfterErasure = createStoredValue(values, 'idAfterErasure', deviceId)
  /** The id of the customer whom the notice is for. */
  const recipient = createStore<string | undefined>(undefined)
  const readRecipient = async () => recipient.set(await stored.read())
  void readRecipient()
  // Another tab may have shown or dismissed it.
  tabs.listen(() => void readRecipient())
  return {
    isFor: (customer: string): boolean => recipient.get() === customer,
    subscribe: recipient.subscribe,
    /**
     * Shows the notice after a loss, which device and server both see, unless the coach has dismissed it
     * since, or had erased this device, so that nothing was lost.
     */
    showTo: async (customer: string): Promise<void> => {
      const id = await device()
      if ((await idAfterErasure.read()) === id) return
      const last = await dismissed.read()
      if (last?.customer === customer && last.device === id) return
      await stored.write(customer)
      recipient.set(customer)
      tabs.announce()
    },
    /** Records the erasure of this device, after it. Its new id shows later that no loss followed. */
    recordErasure: async (): Promise<void> => idAfterErasure.write(await device()),
    dismiss: async (): Promise<void> => {
      const customer = recipient.get()
      await stored.discard()
      recipient.set(undefined)
      tabs.announce()
      if (customer !== undefined) await dismissed.write({ customer, device: await device() })
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
 * Shows the notice also while the device is offline, because a customer was signed in when this page started,
 * and yet the id of the device had to be created. A sign-in in this page does not count, because the database
 * may have been too slow to create the id before it.
 */
export const noticeDatabaseLoss = ({ session, deviceId, isNewDevice, notice, log }: NoticeDeps): void => {
  const check = async () => {
    const first = await session.firstCheck
    // If the database did not respond at the sign-in, it may get its first id only now.
    if (first.status !== 'authenticated' || (await session.hasOtherDevice())) return
    await deviceId()
    const { userID } = first.user
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
