import type { Scripts } from '../config/env.ts'
import type { Locale } from '../config/locales.ts'
import { tracking } from '../config/tracking.ts'
import { whenLoaded } from '../platform/when-loaded.ts'
import type { DataLayerEntry } from './track.ts'

type Consent = {
  /** Whether the user has consented to analytics, or undefined until the consent banner reports a choice. */
  read: () => boolean | undefined
  subscribe: (listener: () => void) => () => void
}

declare global {
  interface Window {
    /** The cookie groups that the user has allowed, as ids separated by commas. */
    OnetrustActiveGroups?: string
  }
}

/** The id of the group of analytics cookies at OneTrust, the consent service that shows the banner. */
const analyticsGroup = 'C0002'

/** Reads the choice in OneTrust's consent banner from a global variable. An event reports each change. */
export const createConsent = (window: Window): Consent => ({
  read: () => window.OnetrustActiveGroups?.split(',').includes(analyticsGroup),
  subscribe: (listener) => {
    window.addEventListener('OneTrustGroupsUpdated', listener)
    return () => window.removeEventListener('OneTrustGroupsUpdated', listener)
  },
})

type Deps = {
  scripts: Pick<Scripts, 'tag' | 'consent'>
  dataLayer: DataLayerEntry[]
  consent: Consent
  /** `?allowScripts=false` disables the analytics tag (specification §2). */
  isTagAllowed: boolean
  /**
   * The last reported consent, which is stored between visits. Until the banner reports a choice, it decides
   * whether to hide the page and whether to measure.
   */
  storedConsent: { read: () => boolean; write: (hasConsented: boolean) => void }
  /** Sets whether the app may measure its own health. */
  setMeasuringAllowed: (isAllowed: boolean) => void
  /** Resolves when the script has run or has failed. */
  load: (url: string) => Promise<void>
  /** Hides the page. Returns the function that shows it. */
  hide: () => () => void
  wait: (ms: number) => Promise<void>
  /** A promise that resolves when the browser is online, or undefined if it is online now. */
  waitUntilOnline: () => Promise<void> | undefined
}

/** The longest time that the page is hidden (specification §9). */
const maxHiddenMs = 3000

export type TagScripts = {
  /** Loads the scripts of a locale. Call this whenever the locale on screen changes. */
  loadFor: (locale: Locale) => void
}

/** Drops the events from before the consent, except the latest locale and page view, which are on screen. */
const dropEarlierEntries = (dataLayer: DataLayerEntry[]): void => {
  const onScreen = ['locale', 'page_view'].flatMap(
    (name) => dataLayer.findLast(({ event }) => event === name) ?? [],
  )
  dataLayer.splice(0, dataLayer.length, ...onScreen)
}

/** Resolves when the user's choice meets a condition, which may never happen. */
const waitForConsent = (consent: Consent, isMet: (choice: boolean | undefined) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!isMet(consent.read())) return
      stop()
      resolve()
    }
    const stop = consent.subscribe(check)
    check()
  })

/**
 * Hides the page with an injected style, so that changes by an analytics tag do not flicker (specification
 * §9). Returns the function that shows it. The page keeps its layout, and its text stays available to screen
 * readers.
 */
export const hideBody = (document: Document): (() => void) => {
  const style = new CSSStyleSheet()
  style.replaceSync('body { opacity: 0 !important }')
  document.adoptedStyleSheets.push(style)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style)
  }
}

/**
 * Loads a third-party script; resolves when it has run or failed. Waits for the page's `load` event, which an
 * unresponsive host would otherwise delay for minutes.
 */
export const loadScript = async (window: Window, url: string): Promise<void> => {
  const { document } = window
  await whenLoaded(window)
  const script = document.createElement('script')
  script.src = url
  script.async = true
  await new Promise((resolve) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', resolve)
    document.head.append(script)
  })
}

/**
 * Loads the analytics tag and the consent banner of the locale on screen, each once. In a locale with a
 * banner, the tag loads only after consent. No script delays the app. Offline, scripts load later, and an
 * unresponsive host hides the page for 3 s at most.
 */
export const createTagScripts = (deps: Deps): TagScripts => {
  const { scripts, dataLayer, consent, isTagAllowed, storedConsent, wait, waitUntilOnline } = deps
  const loadPromises = new Map<string, Promise<void>>()
  let currentLocale: Locale | undefined

  const loadWhenOnline = async (url: string): Promise<void> => {
    await waitUntilOnline()
    await deps.load(url)
  }
  const loadOnce = (url: string): Promise<void> => {
    const loadPromise = loadPromises.get(url) ?? loadWhenOnline(url)
    loadPromises.set(url, loadPromise)
    return loadPromise
  }

  /** Resolves when the tag has run, or when the choice in the banner does not allow it to run for now. */
  const loadTag = async (url: string, { consentBanner }: Locale): Promise<void> => {
    if (!consentBanner) return loadOnce(url)
    const hadConsented = storedConsent.read()
    const loadAfterConsent = () => {
      if (!hadConsented) dropEarlierEntries(dataLayer)
      return loadOnce(url)
    }
    await waitForConsent(consent, (choice) => choice !== undefined)
    if (consent.read() === true) return loadAfterConsent()
    // Not awaited, because the user may consent later in this visit, or never.
    void waitForConsent(consent, (choice) => choice === true).then(loadAfterConsent)
    return undefined
  }

  /**
   * Whether the app may measure its own health, which needs the same consent as the tag. Until the banner
   * reports a choice, which it cannot do offline, the stored consent applies. In a
   * locale whose banner has no configured script, nobody can consent.
   */
  const isMeasuringAllowed = ({ code, consentBanner }: Locale): boolean =>
    !consentBanner || (scripts.consent[code] !== undefined && (consent.read() ?? storedConsent.read()))

  const loadFor = (locale: Locale) => {
    if (locale === currentLocale) return
    const { code, country, language, consentBanner } = locale
    dataLayer.push({ event: 'locale', locale: code, country, language, ...tracking[code] })
    const tagUrl = scripts.tag[code]
    const bannerUrl = consentBanner ? scripts.consent[code] : undefined
    if (bannerUrl !== undefined) void loadOnce(bannerUrl)
    const isFirst = currentLocale === undefined
    currentLocale = locale
    deps.setMeasuringAllowed(isMeasuringAllowed(locale))
    if (tagUrl === undefined || !isTagAllowed) return
    const hasConsented = bannerUrl !== undefined && storedConsent.read()
    const willLoadTag = !consentBanner || hasConsented
    // Only for the first locale: hiding a page that the user already sees would itself flicker.
    const shouldHide = isFirst && willLoadTag && waitUntilOnline() === undefined
    const showPage = shouldHide ? deps.hide() : () => undefined
    // Shows the page when the tag has run, or after the time limit.
    void Promise.race([loadTag(tagUrl, locale), wait(maxHiddenMs)]).then(showPage)
  }

  consent.subscribe(() => {
    storedConsent.write(consent.read() === true)
    if (currentLocale) deps.setMeasuringAllowed(isMeasuringAllowed(currentLocale))
  })
  return { loadFor }
}
