import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { deviceStatement, type DeviceStatement } from '../contract/product-api/device-statement.ts'
import { customerId, deviceId, localeCode } from '../contract/shapes.ts'
import { parsed } from '../lib/parsed.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { currentUser, type CurrentUser } from './current-user.ts'
import { deletion, type Deletion } from './deletion.ts'

const keys = {
  user: 'currentUser',
  /** The flag of specification §4. A session without it, or with an older version, has to sign in again. */
  updated: 'updated',
  /** The id of this device when the product session was opened. */
  device: 'device',
  /** When the product session was opened, in ms since epoch by the device clock. */
  opened: 'opened',
  /** The server's signed statement about this device and its customer. */
  statement: 'deviceStatement',
  /** The locale of a session that ends or ended here, unreported to the product API and the provider. */
  unreported: 'leaving',
  /** Why the previous session ended, if the coach did not end it. Kept until sign-in, without a name. */
  ended: 'ended',
  /** The customer whose account was deleted elsewhere, while this device still has data of theirs. */
  deleted: 'deletedCustomer',
  /** The deletion of an account that was begun on this device. */
  deletion: 'deletion',
  /** Written only to test whether anything can be stored. */
  trial: 'trial',
} as const

/** Increase this when a change of the app requires every coach to sign in again. */
const sessionVersion = 1

const sessionEnd = v.picklist(['errorMessage.sessionExpired', 'error.accountDeleted'])

/** Why a session ended that its coach did not end, as a message id. */
export type SessionEnd = v.InferOutput<typeof sessionEnd>

export type StoredSession = { user: CurrentUser; updated: boolean }

/** The session's records in IndexedDB. Parsed, because another version of the app may have written them. */
export const createSessionRecord = (values: KeyValues) => {
  /** Writes `user` last, and `remove` removes it first, so that no tab sees it without its flag. */
  const write = async (user: CurrentUser, statement?: DeviceStatement): Promise<void> => {
    if (statement) await values.write(keys.statement, statement)
    await values.write(keys.updated, sessionVersion)
    await values.write(keys.user, user)
  }

  return {
    read: async (): Promise<StoredSession | undefined> => {
      const user = parsed(currentUser, await values.read(keys.user))
      return user && { user, updated: (await values.read(keys.updated)) === sessionVersion }
    },
    /** Whether the stored session cannot be read: it is damaged, or a newer version wrote it. */
    isUnreadable: async (): Promise<boolean> => {
      const stored = await values.read(keys.user)
      return stored !== undefined && parsed(currentUser, stored) === undefined
    },
    /**
     * Changes a customer's stored session, unless it has ended meanwhile in any tab. Check and write are one
     * transaction. Resolves to the changed session; undefined if it was no longer stored.
     */
    replace: async (
      userID: string,
      change: (stored: CurrentUser) => CurrentUser,
      statement?: DeviceStatement,
    ): Promise<CurrentUser | undefined> => {
      const ofCustomer = (stored: unknown): CurrentUser | undefined => {
        const user = parsed(currentUser, stored)
        return user?.userID === userID ? user : undefined
      }
      // An update where nothing is stored would store an empty row.
      if (!ofCustomer(await values.read(keys.user))) return undefined
      let changed: CurrentUser | undefined
      await values.update(keys.user, (stored) => {
        const before = ofCustomer(stored)
        changed = before && change(before)
        return changed ?? stored
      })
      if (changed && statement) await values.write(keys.statement, statement)
      return changed
    },
    /** Stores a new sign-in and deletes the records about the previous session. */
    writeNew: async (user: CurrentUser, statement?: DeviceStatement): Promise<void> => {
      await values.remove(keys.unreported)
      await values.remove(keys.ended)
      // A customer who signs in again is not shown the notice about their deleted account.
      if ((await values.read(keys.deleted)) === user.userID) await values.remove(keys.deleted)
      await write(user, statement)
    },
    /** The id of the device under which the product session was opened. */
    device: async (): Promise<string | undefined> => parsed(deviceId, await values.read(keys.device)),
    opened: async (): Promise<number | undefined> => parsed(v.number(), await values.read(keys.opened)),
    writeOpened: (at: number): Promise<void> => values.write(keys.opened, at),
    writeDevice: (device: string): Promise<void> => values.write(keys.device, device),
    remove: async (): Promise<void> => {
      await values.remove(keys.user)
      await values.remove(keys.updated)
      await values.remove(keys.device)
      await values.remove(keys.opened)
      await values.remove(keys.statement)
    },
    statement: async (): Promise<DeviceStatement | undefined> =>
      parsed(deviceStatement, await values.read(keys.statement)),
    unreportedSignOut: async (): Promise<LocaleCode | undefined> =>
      parsed(localeCode, await values.read(keys.unreported)),
    writeUnreportedSignOut: (locale: LocaleCode): Promise<void> => values.write(keys.unreported, locale),
    removeUnreportedSignOut: (): Promise<void> => values.remove(keys.unreported),
    ended: async (): Promise<SessionEnd | undefined> => parsed(sessionEnd, await values.read(keys.ended)),
    writeEnded: (ended: SessionEnd): Promise<void> => values.write(keys.ended, ended),
    deletedCustomer: async (): Promise<string | undefined> =>
      parsed(customerId, await values.read(keys.deleted)),
    writeDeletedCustomer: (customer: string): Promise<void> => values.write(keys.deleted, customer),
    removeDeletedCustomer: (): Promise<void> => values.remove(keys.deleted),
    deletion: async (): Promise<Deletion | undefined> => parsed(deletion, await values.read(keys.deletion)),
    writeDeletion: (given: Deletion): Promise<void> => values.write(keys.deletion, given),
    removeDeletion: (): Promise<void> => values.remove(keys.deletion),
    /** Rejects if nothing can be stored. */
    tryWriting: async (): Promise<void> => {
      await values.write(keys.trial, true)
      await values.remove(keys.trial)
    },
  }
}

export type SessionRecord = ReturnType<typeof createSessionRecord>
