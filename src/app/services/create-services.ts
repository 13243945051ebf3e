import { createTrack, type DataLayerEntry } from '../../analytics/track.ts'
import type { Env } from '../../config/env.ts'
import { createSendHealth } from '../../health/send-health.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import { createCheckSignature, createIsStored } from '../../outbox/receipts/check-receipt.ts'
import { createSaveRescueFile } from '../../outbox/rescue/rescue-file.ts'
import { createCurrentPerson } from '../../person/create-person.ts'
import { createProfileCache } from '../../person/profile-cache.ts'
import { persistAppVersion } from '../../platform/stored-app-version.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { consoleLog as log } from '../../platform/log.ts'
import { watchOpenForms } from '../../platform/open-forms.ts'
import { saveFile } from '../../platform/save-file.ts'
import { hasRoomFor, readStorageState } from '../../platform/storage/storage-state.ts'
import { createTryUntilDone } from '../../platform/try-until-done.ts'
import { createRenewingClient } from '../../session/renewing-client.ts'
import type { Session } from '../../session/session.ts'
import { createReporter, type Reporter } from '../../sync-log/create-reporter.ts'
import { createIndexedDbSyncLog } from '../../sync-log/indexed-db-sync-log.ts'
import { getAppVersion } from '../app-version.ts'
import { trackAccount, trackPerson, trackRescue, trackSession } from '../track-actions.ts'
import { connectAccount } from './connect-account.ts'
import { createConnection, type Connection } from './create-connection.ts'
import { createDevice } from './create-device.ts'
import { createListOwnersOfWork } from './customers-on-device.ts'
import { createOffline } from './create-offline.ts'
import { createPageHealth } from './create-page-health.ts'
import { createQueries } from './create-queries.ts'
import { createUploads } from './create-uploads.ts'
import { createEraseAtSignOut } from './erase-at-sign-out.ts'

/**
 * Creates the reporter of this tab, which reports to the product API what this device holds. Also stores the
 * version of this tab for the reporter of the service worker, which may also report while no tab is open.
 */
const createDeviceReporter = ({
  browser,
  session,
  outbox,
  connection: { api, clock, deviceId },
}: {
  browser: Browser
  session: Session
  outbox: Pick<DeviceOutbox, 'forCustomer'>
  connection: Connection
}): Reporter => {
  const version = getAppVersion()
  // If this fails, the reports of the service worker name no version.
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
    renewSession: async (customerId, since) => (await session.renew(customerId, { since })).ok,
    sendAgain: (customerId, isLost) => outbox.forCustomer(customerId).sendAgain(isLost),
    ownersOfWork: createListOwnersOfWork(browser),
    deletedCustomers: session.readDeletedCustomers,
    addDeletedCustomers: session.addDeletedCustomers,
    afterReport: createSendHealth({ keyValues: browser.keyValues('health'), api, now: browser.now, log }),
    now: browser.now,
    log,
  })
}

type ServicesDeps = { browser: Browser; env: Env; dataLayer: DataLayerEntry[] }

/** Creates and connects all services, once per tab. */
export const createServices = ({ browser, env, dataLayer }: ServicesDeps) => {
  const connection = createConnection(browser)
  const { deviceId } = connection
  const health = createPageHealth(browser)
  /** The persisted results of queries. */
  const results = browser.keyValues('queries')
  const queries = createQueries({ values: results, customer: () => session.customer(), log })
  const cache = createProfileCache(log)
  const drafts = browser.keyValues('drafts')
  // Each of these has its own database, which its first call creates. This call is made now, because a
  // sign-in may leave the page. If WebKit keeps a page in the back/forward cache in the middle of such a
  // creation, it blocks the database for every other page. A failure is reported at the first use.
  for (const values of [results, drafts]) values.keys().catch(() => undefined)
  const eraseAtSignOut = createEraseAtSignOut({
    queries,
    results,
    cache,
    drafts,
    person: () => currentPerson,
    outbox: () => outbox,
    reporter: () => reporter,
    log,
  })
  const connectedAccount = connectAccount({ browser, env, connection, log, eraseAtSignOut })
  const { session, databaseLossNotice, outbox, checkReceipt } = connectedAccount
  const api = createRenewingClient(connection.api, session, browser.now)
  const { fetchWithTimeout, now, sleep } = browser
  const reporter = createDeviceReporter({ browser, session, outbox, connection })
  const track = createTrack({
    dataLayer,
    capture: async (event) => {
      const customerId = session.customer()
      if (customerId !== undefined) await outbox.forCustomer(customerId).add('event.saved.v1', event)
    },
  })
  trackSession(session, track)
  const account = trackAccount(connectedAccount.account, track)
  const currentPerson = createCurrentPerson({
    withTracking: (person) => trackPerson(person, track),
    env,
    session,
    account,
    fetch: fetchWithTimeout,
    cache,
    sleep,
    log,
  })
  const tryUntilDone = createTryUntilDone({
    page: document,
    connectivity: connection.connectivity,
    hasRoom: () => hasRoomFor(browser.storage, 0),
    sleep,
    random: Math.random,
  })
  return {
    session: {
      ...session,
      databaseLossNotice,
      account,
      api,
      getPerson: currentPerson.forUser,
      /** Results of the product API, persisted one query at a time. */
      queries,
    },
    outbox: {
      outbox,
      /** Saves the waiting entries in a file that the passphrase opens. Resolves to their number. */
      saveRescueFile: trackRescue(
        createSaveRescueFile({
          outbox,
          device: deviceId,
          statement: session.readDeviceStatement,
          now,
          saveFile,
        }),
        track,
      ),
      /** Whether entries are sent while the app is closed. */
      sendsWhenClosed: browser.syncsInBackground,
      /** Whether a receipt comes from the server. */
      checkReceipt,
      /** Whether the server has the entry of a receipt now. */
      isStored: createIsStored({ api }),
      /** Whether the server signed another document, such as a certificate. */
      checkSignature: createCheckSignature({ api, values: browser.keyValues('device') }),
      /** Reports to the product API what this device holds. */
      reporter,
      track,
    },
    uploads: createUploads({ browser, env, session, queries, track, followWorker: health.followWorker, log }),
    offline: createOffline(browser, connection, { track, tryUntilDone }),
    device: {
      ...createDevice(browser, {
        outbox,
        track,
        id: deviceId,
        tryUntilDone,
        openForms: watchOpenForms(document),
      }),
      health,
      socialLinks: env.socialLinks,
    },
  }
}
