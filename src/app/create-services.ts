import { createTrack, type DataLayerEntry } from '../analytics/track.ts'
import { parseEnv } from '../config/env.ts'
import { createCatalogues } from '../i18n/catalogues.ts'
import { cachedLocales } from '../i18n/cached-locales.ts'
import { keepLocale } from '../platform/keep-locale.ts'
import { createKeyValues } from '../platform/storage/key-values.ts'
import { createProfileCache } from '../person/profile-cache.ts'
import { eraseDevice } from '../platform/storage/erase-device.ts'
import { consoleLog } from '../platform/log.ts'
import { createConnection } from './create-connection.ts'
import { createDeviceApp } from './create-device-app.ts'
import { createDeviceReporter } from './create-device-reporter.ts'
import { createLocaleChoice } from './create-locale-choice.ts'
import { createPeople } from './create-people.ts'
import { createQueries } from './create-queries.ts'
import { createRescue } from './create-rescue.ts'
import { createSession } from './create-session.ts'
import { createFiles } from './create-files.ts'
import type { Services } from './services.ts'
import { watchForUpdates } from './watch-for-updates.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Wires everything, once per tab. */
export const createServices = (dataLayer: DataLayerEntry[]): Services => {
  const log = consoleLog
  const env = parseEnv(import.meta.env)
  const connection = createConnection()
  const answers = createKeyValues('queries')
  const queries = createQueries({ values: answers, log })
  const cache = createProfileCache(log)
  const forget = async () => {
    queries.clear()
    people.forget()
    await Promise.all([answers.clear(), cache.clear()])
  }
  const { auth, outbox, checkReceipt } = createSession({ env, connection, log, wait, forget })
  const people = createPeople({
    env,
    accessToken: auth.accessToken,
    identityToken: auth.identityToken,
    rename: auth.rename,
    profileTold: auth.profileTold,
    fetch: (url, init) => fetch(url, init),
    cache,
    sleep: wait,
    log,
  })
  return {
    env,
    api: connection.api,
    auth,
    outbox,
    saveRescueFile: createRescue({ outbox, device: connection.deviceId, now: Date.now }),
    checkReceipt,
    reporter: createDeviceReporter({ auth, connection, log }),
    ...createFiles({ env, auth, log }),
    connectivity: connection.connectivity,
    personOf: people.of,
    queries,
    catalogues: createCatalogues({
      fetch: (url) => fetch(url),
      isOnline: connection.connectivity.look,
      wait,
    }),
    ...createLocaleChoice(),
    cachedLocales: async () => ('caches' in window ? cachedLocales(caches) : []),
    keepLocale: (locale) => {
      if ('serviceWorker' in navigator) void keepLocale(navigator.serviceWorker, locale)
    },
    drafts: createKeyValues('drafts'),
    track: createTrack({ dataLayer, keep: (event) => outbox.add('event.saved.v1', event) }),
    eraseDevice: () =>
      eraseDevice({
        databases: indexedDB,
        caches: 'caches' in window ? caches : undefined,
        local: localStorage,
        session: sessionStorage,
        files: 'storage' in navigator ? navigator.storage : undefined,
        workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
      }),
    ...createDeviceApp(connection.connectivity, wait),
    update: watchForUpdates(outbox),
    now: () => new Date(),
  }
}
