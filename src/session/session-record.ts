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
  /** The flag of specification §4: a session without it, or with an older one, signs in again. */
  updated: 'updated',
  /** The id that this device had when the product session was opened. */
  device: 'device',
  /** When the product session was opened, in ms since epoch by the clock of this device. */
  opened: 'opened',
  /** What the server says about this device and its customer. */
  statement: 'deviceStatement',
  /** The locale of a session that ends or has ended here: the product API and the provider do not know yet. */
  unreported: 'leaving',
  /** Why the session before ended, where that was not the coach's own wish; until somebody signs in. It does not say whose. */
  ended: 'ended',
  /** Whose account was deleted elsewhere, while something of theirs is on this device. */
  deleted: 'deletedCustomer',
  /** A deletion of an account that was begun here. */
  deletion: 'deletion',
  /** Written only to see whether anything can be. */
  trial: 'trial',
} as const

/** Raised when a change of the app needs every coach to sign in again. */
const sessionVersion = 1

const sessionEnd = v.picklist(['errorMessage.sessionExpired', 'error.accountDeleted'])

/** Why a session is over that its coach did not end: the message that says so. */
export type SessionEnd = v.InferOutput<typeof sessionEnd>

export type StoredSession = { user: CurrentUser; updated: boolean }

/** The session's records in IndexedDB, parsed: an older version of the app may have written them. */
export const createSessionRecord = (values: KeyValues) => {
  /** The record comes last and goes first: no tab ever sees it without its flag. */
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
    /** Whether a session is stored that cannot be read: it was damaged, or a newer version of the app has written it. */
    isUnreadable: async (): Promise<boolean> => {
      const stored = await values.read(keys.user)
      return stored !== undefined && parsed(currentUser, stored) === undefined
    },
    write,
    /** Of somebody who has just signed in: what is known of the session before goes. */
    writeNew: async (user: CurrentUser, statement?: DeviceStatement): Promise<void> => {
      await values.remove(keys.unreported)
      await values.remove(keys.ended)
      // Who came back does not hear of the account before.
      if ((await values.read(keys.deleted)) === user.userID) await values.remove(keys.deleted)
      await write(user, statement)
    },
    /** The id of the device that the product session was opened with. */
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
    /** Rejects where nothing can be stored. */
    tryWriting: async (): Promise<void> => {
      await values.write(keys.trial, true)
      await values.remove(keys.trial)
    },
  }
}

export type SessionRecord = ReturnType<typeof createSessionRecord>
