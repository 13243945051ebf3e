import { createTrack, type DataLayerEntry } from '../analytics/track.ts'
import { parseEnv } from '../config/env.ts'
import { createCatalogues } from '../i18n/catalogues.ts'
import { localesOnDevice } from '../i18n/locales-on-device.ts'
import { keepLocale } from '../platform/keep-locale.ts'
import { createKeyValues } from '../platform/key-values.ts'
import { createProfileCache } from '../person/profile-cache.ts'
import { eraseDevice } from '../platform/erase-device.ts'
import { consoleLog } from '../platform/log.ts'
import { registerServiceWorker, type AppUpdate } from '../platform/service-worker-registration.ts'
import { createConnection } from './create-connection.ts'
import { createLocaleChoice } from './create-locale-choice.ts'
import { createPeople } from './create-people.ts'
import { createQueries } from './create-queries.ts'
import { createSession } from './create-session.ts'
import { createUploads } from './create-uploads.ts'
import type { Services } from './services.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The development server has no service worker: it serves every module as it is now. */
const noUpdate: AppUpdate = {
  updateReady: () => false,
  subscribe: () => () => undefined,
  apply: () => undefined,
}

const watchForUpdates = (): AppUpdate =>
  import.meta.env.DEV ? noUpdate : registerServiceWorker({ reload: () => location.reload(), log: consoleLog })

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
  const { auth, outbox } = createSession({ env, connection, log, wait, forget })
  const people = createPeople({
    env,
    accessToken: auth.accessToken,
    identityToken: auth.identityToken,
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
    uploads: createUploads({ env, auth }),
    connectivity: connection.connectivity,
    personOf: people.of,
    queries,
    catalogues: createCatalogues({ fetch: (url) => fetch(url), isOnline: () => navigator.onLine, wait }),
    ...createLocaleChoice(),
    localesOnDevice: async () => ('caches' in window ? localesOnDevice(caches) : []),
    keepLocale: (locale) => {
      if ('serviceWorker' in navigator) void keepLocale(navigator.serviceWorker, locale)
    },
    drafts: createKeyValues('drafts'),
    track: createTrack(dataLayer),
    eraseDevice: () =>
      eraseDevice({
        databases: indexedDB,
        caches: 'caches' in window ? caches : undefined,
        local: localStorage,
        session: sessionStorage,
        workers: 'serviceWorker' in navigator ? navigator.serviceWorker : undefined,
      }),
    update: watchForUpdates(),
    now: () => new Date(),
  }
}
