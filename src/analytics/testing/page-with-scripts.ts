import { localeCodes, locales, type LocaleCode } from '../../config/locales.ts'
import { createTagScripts } from '../tag-scripts.ts'
import type { DataLayerEntry } from '../track.ts'

export const everyLocale = (kind: string) =>
  Object.fromEntries(localeCodes.map((code) => [code, `${kind}/${code}`]))

type World = {
  tagAllowed?: boolean
  /** Whether the consent stored by an earlier visit allows analytics. */
  hadConsented?: boolean
  online?: boolean
  /** The URLs of scripts whose host never responds. */
  unresponsive?: string[]
  scripts?: { tag: Partial<Record<LocaleCode, string>>; consent: Partial<Record<LocaleCode, string>> }
}

/** Starts the scripts of a page in a test, with a consent banner, hosts and a network that can fail. */
export const startPage = ({
  tagAllowed = true,
  hadConsented = false,
  online = true,
  unresponsive = [],
  scripts,
}: World = {}) => {
  const dataLayer: DataLayerEntry[] = []
  const requested: string[] = []
  const happened: string[] = []
  const listeners = new Set<() => void>()
  const network = Promise.withResolvers<void>()
  const time = Promise.withResolvers<void>()
  const waited: number[] = []
  const measured: boolean[] = []
  let choice: boolean | undefined
  let stored = hadConsented
  let hasNetwork = online
  const tags = createTagScripts({
    scripts: scripts ?? { tag: everyLocale('tag'), consent: everyLocale('consent') },
    dataLayer,
    consent: {
      read: () => choice,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    isTagAllowed: tagAllowed,
    storedConsent: { read: () => stored, write: (value) => void (stored = value) },
    setMeasuringAllowed: (isAllowed) => void measured.push(isAllowed),
    load: (url) => {
      requested.push(url)
      return unresponsive.includes(url) ? new Promise(() => undefined) : Promise.resolve()
    },
    hide: () => {
      happened.push('hidden')
      return () => happened.push('shown')
    },
    wait: (ms) => {
      waited.push(ms)
      return time.promise
    },
    waitUntilOnline: () => (hasNetwork ? undefined : network.promise),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return {
    dataLayer,
    requested,
    happened,
    waited,
    measured,
    stored: () => stored,
    open: async (code: LocaleCode) => {
      tags.loadFor(locales[code])
      await settle()
    },
    answer: async (value: boolean) => {
      choice = value
      for (const listener of listeners) listener()
      await settle()
    },
    networkReturns: async () => {
      hasNetwork = true
      network.resolve()
      await settle()
    },
    threeSecondsPass: async () => {
      time.resolve()
      await settle()
    },
  }
}
