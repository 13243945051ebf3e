import type { DeviceOutbox } from '../../outbox/outbox.ts'
import type { Session } from '../../session/session.ts'
import { createSendHealth } from '../../health/send-health.ts'
import { persistAppVersion } from '../../platform/app-version.ts'
import type { Browser } from '../../platform/create-browser.ts'
import type { Log } from '../../platform/log.ts'
import { readStorageState } from '../../platform/storage/storage-state.ts'
import { createReporter, type Reporter } from '../../sync-log/create-reporter.ts'
import { createIndexedDbSyncLog } from '../../sync-log/indexed-db-sync-log.ts'
import { appVersion } from '../app-version.ts'
import type { Connection } from './create-connection.ts'

/** The reporter of this tab. The version on screen is also stored for the reporter of the service worker. */
export const createDeviceReporter = ({
  browser,
  session,
  outbox,
  connection: { api, clock, deviceId },
  log,
}: {
  browser: Browser
  session: Session
  outbox: Pick<DeviceOutbox, 'of'>
  connection: Connection
  log: Log
}): Reporter => {
  const version = appVersion()
  persistAppVersion(browser.keyValues('device'), version).catch(() => undefined)
  return createReporter({
    store: createIndexedDbSyncLog(browser.database),
    api,
    locks: browser.locks,
    session: () => {
      const state = session.state()
      if (state.status !== 'authenticated') return undefined
      return { customer: state.user.userID, locale: state.user.locale }
    },
    prepare: session.renewForDevice,
    device: deviceId,
    version: async () => version,
    moment: clock.moment,
    storage: () => readStorageState(browser.storage),
    renewSession: async (customer, since) => (await session.renew(customer, { since })).ok,
    sendAgain: (customer, isLost) => outbox.of(customer).sendAgain(isLost),
    afterwards: createSendHealth({ values: browser.keyValues('health'), api, now: browser.now, log }),
    now: browser.now,
    log,
  })
}
