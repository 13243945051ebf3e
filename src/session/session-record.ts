import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { deviceStatement, type DeviceStatement } from '../contract/product-api/device-statement.ts'
import { customerId, deviceId, localeCode } from '../contract/shared-schemas.ts'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { currentUserSchema, type CurrentUser } from './current-user.ts'
import { deletionSchema, type Deletion } from './account-deletion.ts'

/** The keys of the records in the collection `session`. */
const keys = {
  user: 'currentUser',
  /** The version of the session (specification §4). If it is missing or older, the coach signs in again. */
  version: 'updated',
  /** The id of this device when the product session was opened. */
  device: 'device',
  /** Set if the product session was opened under a new device id, because the database did not respond. */
  hasOtherDevice: 'otherDevice',
  /** When the product session was opened, in ms since the epoch by the device clock. */
  openedAt: 'opened',
  /** The server's signed statement that the coach signed in on this device. */
  statement: 'deviceStatement',
  /** The locale of a session that is ending or has ended here, until product API and provider know that. */
  unreportedSignOut: 'leaving',
  /**
   * Why the previous session ended, if the coach did not end it. Names no customer, so it stays until
   * sign-in.
   */
  endReason: 'ended',
  /** The customer ids of accounts that were deleted elsewhere, while this device still has their data. */
  deletedCustomers: 'deletedCustomers',
  /** The deletion of an account that was started on this device. */
  deletion: 'deletion',
  /** Written only to test whether anything can be stored. */
  trial: 'trial',
} as const

const customerIds = v.array(customerId)

/** Increase this when a change of the app requires every coach to sign in again. */
const sessionVersion = 1

const sessionEndSchema = v.picklist([
  'errorMessage.sessionExpired',
  'error.accountDeleted',
  'error.endedElsewhere',
])

/** Why a session ended without a sign-out by the coach, as a message id. */
export type SessionEnd = v.InferOutput<typeof sessionEndSchema>

/**
 * The stored session. `isCurrentVersion` is false if it was stored under an older `sessionVersion`: the coach
 * then has to sign in again.
 */
export type StoredSession = { user: CurrentUser; isCurrentVersion: boolean }

/**
 * Reads and writes the session's records in IndexedDB. Values are parsed, because another version of the app
 * may have written them. A value that cannot be read is treated as missing.
 */
export const createSessionRecord = (values: KeyValues) => {
  const parseDeletedCustomers = (stored: unknown): string[] => parseOrUndefined(customerIds, stored) ?? []

  const read = async (): Promise<StoredSession | undefined> => {
    const user = parseOrUndefined(currentUserSchema, await values.read(keys.user))
    return user && { user, isCurrentVersion: (await values.read(keys.version)) === sessionVersion }
  }

  return {
    read,
    /** Whether the stored session belongs to a customer. */
    isSignedIn: async (customer: string): Promise<boolean> => (await read())?.user.userID === customer,
    /** Whether the stored session cannot be read, because it is damaged or a newer version wrote it. */
    isUnreadable: async (): Promise<boolean> => {
      const stored = await values.read(keys.user)
      return stored !== undefined && parseOrUndefined(currentUserSchema, stored) === undefined
    },
    /**
     * Changes a customer's stored session, unless a tab has ended it. Check and write are one transaction.
     * Resolves to the changed session, or undefined if it was no longer stored.
     */
    replace: async (
      userID: string,
      change: (stored: CurrentUser) => CurrentUser,
      statement?: DeviceStatement,
    ): Promise<CurrentUser | undefined> => {
      const parseUser = (stored: unknown): CurrentUser | undefined => {
        const user = parseOrUndefined(currentUserSchema, stored)
        return user?.userID === userID ? user : undefined
      }
      // `values.update` would store an empty row if there was none.
      if (!parseUser(await values.read(keys.user))) return undefined
      let changedUser: CurrentUser | undefined
      await values.update(keys.user, (stored) => {
        const user = parseUser(stored)
        changedUser = user && change(user)
        return changedUser ?? stored
      })
      if (changedUser && statement) await values.write(keys.statement, statement)
      return changedUser
    },
    /** Stores a new sign-in and deletes the records about the previous session. */
    writeNew: async (user: CurrentUser, statement?: DeviceStatement): Promise<void> => {
      // A customer who can sign in has an account again, so the notice about its deletion is obsolete.
      const deletedIds = parseDeletedCustomers(await values.read(keys.deletedCustomers))
      const remainingIds = deletedIds.filter((id) => id !== user.userID)
      // In one transaction. If the app is closed meanwhile, the next start finds either the session or the
      // note that makes it delete the tokens.
      await values.writeAll({
        [keys.unreportedSignOut]: undefined,
        [keys.endReason]: undefined,
        [keys.deletedCustomers]: remainingIds.length > 0 ? remainingIds : undefined,
        ...(statement && { [keys.statement]: statement }),
        [keys.version]: sessionVersion,
        [keys.user]: user,
      })
    },
    /** Reads the id of this device when the product session was opened. */
    readDevice: async (): Promise<string | undefined> =>
      parseOrUndefined(deviceId, await values.read(keys.device)),
    /** Reads when the product session was opened, in ms since the epoch. */
    readOpenedAt: async (): Promise<number | undefined> =>
      parseOrUndefined(v.number(), await values.read(keys.openedAt)),
    writeOpenedAt: (time: number): Promise<void> => values.write(keys.openedAt, time),
    /** `isStored` is false if the database did not return its id, so that the session has a new one. */
    writeDevice: (device: string, { isStored }: { isStored: boolean }): Promise<void> =>
      values.writeAll({ [keys.device]: device, [keys.hasOtherDevice]: isStored ? undefined : true }),
    /** Whether the session was opened under a new device id, because the database did not respond. */
    hasOtherDevice: async (): Promise<boolean> => (await values.read(keys.hasOtherDevice)) === true,
    /**
     * Removes the session. Keeps the records about its end, about a deletion, and about an unreported
     * sign-out.
     */
    remove: async (): Promise<void> => {
      await values.remove(keys.user)
      await values.remove(keys.version)
      await values.remove(keys.device)
      await values.remove(keys.hasOtherDevice)
      await values.remove(keys.openedAt)
      await values.remove(keys.statement)
    },
    readStatement: async (): Promise<DeviceStatement | undefined> =>
      parseOrUndefined(deviceStatement, await values.read(keys.statement)),
    /** Reads the locale of a session whose end the product API and the provider do not know yet. */
    readUnreportedSignOut: async (): Promise<LocaleCode | undefined> =>
      parseOrUndefined(localeCode, await values.read(keys.unreportedSignOut)),
    writeUnreportedSignOut: (locale: LocaleCode): Promise<void> =>
      values.write(keys.unreportedSignOut, locale),
    removeUnreportedSignOut: (): Promise<void> => values.remove(keys.unreportedSignOut),
    /** Reads why the previous session ended, unless the coach ended it. */
    readEndReason: async (): Promise<SessionEnd | undefined> =>
      parseOrUndefined(sessionEndSchema, await values.read(keys.endReason)),
    writeEndReason: (reason: SessionEnd): Promise<void> => values.write(keys.endReason, reason),
    readDeletedCustomers: async (): Promise<string[]> =>
      parseDeletedCustomers(await values.read(keys.deletedCustomers)),
    addDeletedCustomers: (ids: readonly string[]): Promise<void> =>
      values.update(keys.deletedCustomers, (stored) => [
        ...parseDeletedCustomers(stored).filter((id) => !ids.includes(id)),
        ...ids,
      ]),
    removeDeletedCustomer: (id: string): Promise<void> =>
      values.update(keys.deletedCustomers, (stored) =>
        parseDeletedCustomers(stored).filter((storedId) => storedId !== id),
      ),
    readDeletion: async (): Promise<Deletion | undefined> =>
      parseOrUndefined(deletionSchema, await values.read(keys.deletion)),
    writeDeletion: (deletion: Deletion): Promise<void> => values.write(keys.deletion, deletion),
    removeDeletion: (): Promise<void> => values.remove(keys.deletion),
    /** Rejects if nothing can be stored. */
    tryWriting: async (): Promise<void> => {
      await values.write(keys.trial, true)
      await values.remove(keys.trial)
    },
  }
}

export type SessionRecord = ReturnType<typeof createSessionRecord>
