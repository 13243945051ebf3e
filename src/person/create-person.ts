import type { GenericSchema } from 'valibot'
import { createStore } from '../lib/create-store.ts'
import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { Session } from '../session/session.ts'
import { createProfilePart } from './create-profile-part.ts'
import { mergeChanges } from './merge-changes.ts'
import {
  choicesSchema,
  detailsSchema,
  type Details,
  type Person,
  type PersonFailure,
  type PersonSnapshot,
  type Source,
} from './person.ts'
import type { ProfileCache } from './profile-cache.ts'
import { createProfileSources, type SourceDeps } from './profile-sources.ts'

type PersonDeps = SourceDeps & {
  session: Pick<Session, 'customer'>
  cache: ProfileCache
  sleep: (ms: number) => Promise<void>
  log: Log
}

/** Returns the value of a result, or why it is unavailable, for the download of a coach's own data. */
const toContent = <T>(result: Result<T, PersonFailure>): unknown =>
  result.ok ? result.value : { unavailable: result.error.reason ?? result.error.message }

/**
 * Reads and saves the profile of one coach at the services of their market. It has three parts, each with its
 * own source and its own copy on this device: the details, and the choices for learning and for news.
 */
export const createPerson = (user: CurrentUser, deps: PersonDeps): Person => {
  const { cache, session, sleep, log } = deps
  const sources = createProfileSources(user, deps)
  const onChange = () => snapshot.set(getParts())
  const createPart = <T extends object>(
    name: string,
    source: Source<T>,
    schema: GenericSchema<unknown, T>,
  ) => {
    const key = `${user.userID}/${name}`
    const partCache = {
      read: () => cache.read(key, schema),
      // A response that arrives after a sign-out must not be stored for the next coach.
      write: async (value: T) => {
        if (session.customer() === user.userID) await cache.write(key, value)
      },
    }
    return createProfilePart<T>({
      source,
      merge: (versions) => mergeChanges(schema, versions),
      sleep,
      onChange,
      cache: partCache,
    })
  }
  const details = createPart('details', sources.details, detailsSchema)
  /** Returns the displayed details, or else the name in the session. */
  const getCurrentDetails = (): Details => {
    const part = details.get()
    return (part.kind === 'ready' ? part.value : part.copy) ?? user
  }
  const learning = createPart('learning', sources.learning, choicesSchema)
  const news = createPart('news', sources.marketing.news(getCurrentDetails), choicesSchema)
  const parts = { details, learning, news }
  const getParts = (): PersonSnapshot => ({
    details: details.get(),
    learning: learning.get(),
    news: news.get(),
  })
  const snapshot = createStore(getParts())

  /** Changes the name at the other services that store it. Failures are only logged. */
  const renameElsewhere = (name: Details) =>
    Promise.all(
      Object.entries(sources.otherRenames).map(async ([serviceName, rename]) => {
        const result = await rename(name)
        if (!result.ok) log.warn(`The name at the ${serviceName} could not be changed`, { ...result.error })
      }),
    )

  return {
    snapshot: snapshot.get,
    subscribe: snapshot.subscribe,
    read: async (name) => {
      const selection = name ? [parts[name]] : Object.values(parts)
      await Promise.all(selection.map((part) => part.read()))
    },
    loadMissing: async () => {
      const allParts = Object.values(parts)
      // Checks all parts before the first read, because after a read a part is no longer missing.
      const isMissing = await Promise.all(allParts.map((part) => part.isMissing()))
      await Promise.all(allParts.filter((_, index) => isMissing[index]).map((part) => part.read()))
    },
    saveDetails: async (newDetails) => {
      const result = await details.save(newDetails)
      if (result.ok) await renameElsewhere(newDetails)
      return result
    },
    saveLearning: learning.save,
    saveNews: news.save,
    exportAll: async () => {
      const [detailsResult, learningResult, marketingResult] = await Promise.all([
        sources.details.read(),
        sources.learning.read(),
        sources.marketing.exportAll(),
      ])
      return {
        details: toContent(detailsResult),
        learning: toContent(learningResult),
        marketing: toContent(marketingResult),
      }
    },
  }
}

/** Creates the profile of the signed-in coach on first use. All screens share it. */
export const createCurrentPerson = ({
  withTracking,
  ...deps
}: PersonDeps & {
  /** Wraps a profile to track its actions. */
  withTracking: (person: Person) => Person
}) => {
  let current: { user: CurrentUser; person: Person } | undefined
  return {
    /** Returns the profile of a coach, the same one until another coach signs in or the locale changes. */
    forUser: (user: CurrentUser): Person => {
      if (current?.user.userID !== user.userID || current.user.locale !== user.locale) {
        current = { user, person: withTracking(createPerson(user, deps)) }
      }
      return current.person
    },
    forget: (): void => {
      current = undefined
    },
  }
}
