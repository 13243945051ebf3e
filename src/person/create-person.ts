import type { GenericSchema } from 'valibot'
import type { Session } from '../session/session.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { createStore } from '../lib/create-store.ts'
import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'
import { createProfilePart } from './create-profile-part.ts'
import { mergeChanges } from './merge-changes.ts'
import {
  choices,
  details,
  type Details,
  type Person,
  type PersonFailure,
  type PersonSnapshot,
  type Source,
} from './person.ts'
import type { ProfileCache } from './profile-cache.ts'
import { profileSources, type SourceDeps } from './profile-sources.ts'

type PersonDeps = SourceDeps & {
  session: Pick<Session, 'customer'>
  cache: ProfileCache
  sleep: (ms: number) => Promise<void>
  log: Log
}

const contentOf = <T>(result: Result<T, PersonFailure>): unknown =>
  result.ok ? result.value : { unavailable: result.error.reason ?? result.error.message }

/** The profile of one coach, from the services of their market. */
export const createPerson = (user: CurrentUser, deps: PersonDeps): Person => {
  const { cache, session, sleep, log } = deps
  const sources = profileSources(user, deps)
  const onChange = () => snapshot.set(parts())
  const part = <T extends object>(name: string, source: Source<T>, schema: GenericSchema<unknown, T>) => {
    const key = `${user.userID}/${name}`
    const copy = {
      read: () => cache.read(key, schema),
      // A response that arrives during a sign-out must not stay for the next coach.
      write: async (value: T) => {
        if (session.customer() === user.userID) await cache.write(key, value)
      },
    }
    return createProfilePart<T>({
      source,
      merge: (versions) => mergeChanges(schema, versions),
      sleep,
      onChange,
      cache: copy,
    })
  }
  const person = part('details', sources.details, details)
  const namesNow = (): Details => {
    const now = person.get()
    return (now.kind === 'ready' ? now.value : now.copy) ?? user
  }
  const learning = part('learning', sources.learning, choices)
  const news = part('news', sources.marketing.news(namesNow), choices)
  const parts = (): PersonSnapshot => ({
    details: person.get(),
    learning: learning.get(),
    news: news.get(),
  })
  const snapshot = createStore(parts())

  const renameElsewhere = (name: Details) =>
    Promise.all(
      Object.entries(sources.alsoNamed).map(async ([place, rename]) => {
        const renamed = await rename(name)
        if (!renamed.ok) log.warn(`The name at the ${place} could not be changed.`, { ...renamed.error })
      }),
    )

  return {
    snapshot: snapshot.get,
    subscribe: snapshot.subscribe,
    read: async (name) => {
      const all = { details: person, learning, news }
      await Promise.all((name ? [all[name]] : Object.values(all)).map((one) => one.read()))
    },
    readUnknown: async () => {
      const unknown = await Promise.all([person, learning, news].map((one) => one.isUnknown()))
      const reads = [person, learning, news].filter((_, place) => unknown[place])
      await Promise.all(reads.map((one) => one.read()))
    },
    saveDetails: async (next) => {
      const saved = await person.save(next)
      // The name is saved at the main service. A failure at the others is only logged.
      if (saved.ok) await renameElsewhere(next)
      return saved
    },
    saveLearning: learning.save,
    saveNews: news.save,
    everything: async () => {
      const [profile, chosen, written] = await Promise.all([
        sources.details.read(),
        sources.learning.read(),
        sources.marketing.everything(),
      ])
      return { details: contentOf(profile), learning: contentOf(chosen), marketing: contentOf(written) }
    },
  }
}

/** The profile of the signed-in coach: one instance per coach, shared by all screens. */
export const createCurrentPerson = ({
  tell,
  ...deps
}: PersonDeps & {
  /** Wraps a profile to track its actions. */
  tell: (person: Person) => Person
}) => {
  let known: { user: CurrentUser; person: Person } | undefined
  return {
    of: (user: CurrentUser): Person => {
      if (known?.user.userID !== user.userID || known.user.locale !== user.locale) {
        known = { user, person: tell(createPerson(user, deps)) }
      }
      return known.person
    },
    forget: (): void => {
      known = undefined
    },
  }
}
