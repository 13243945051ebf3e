import type { Scripts } from '../config/env.ts'
import type { Locale } from '../config/locales.ts'
import { tracking } from '../config/tracking.ts'
import type { DataLayerEntry } from './track.ts'

/** Whether the person has consented to analytics; undefined until the consent banner reports a choice. */
type Consent = {
  given: () => boolean | undefined
  subscribe: (listener: () => void) => () => void
}

declare global {
  interface Window {
    /** The cookie groups that the person has allowed, as ids separated by commas. */
    OnetrustActiveGroups?: string
  }
}

/** The group of analytics cookies. */
const analytics = 'C0002'

/** Reads OneTrust's consent banner: a list in a global variable, and an event when the list changes. */
export const createConsent = (window: Window): Consent => ({
  given: () => window.OnetrustActiveGroups?.split(',').includes(analytics),
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
  tagAllowed: boolean
  /** The consent at the end of the last visit. Decides whether to hide the page and, at first, to measure. */
  remembered: { read: () => boolean; write: (given: boolean) => void }
  /** Called with whether the app may measure its own health. */
  measure: (isAllowed: boolean) => void
  /** Resolves when the script has run or has failed. */
  load: (address: string) => Promise<void>
  /** Hides the page; returns the function that shows it. */
  hide: () => () => void
  wait: (ms: number) => Promise<void>
  /** Resolves when there is a network; undefined if there already is one. */
  online: () => Promise<void> | undefined
}

/** In ms. The longest time for which the page is hidden (specification §9). */
const hideTimeout = 3000

export type TagScripts = {
  /** Sets the locale on screen. */
  open: (locale: Locale) => void
}

/**
 * The analytics-tag and consent-banner scripts of the locale on screen, each loaded once. In a locale with a
 * banner, the tag loads only after consent. No script delays the app: without a network they wait, and an
 * unresponsive host hides the page for 3 s at most.
 */
export const createTagScripts = (deps: Deps): TagScripts => {
  const { scripts, dataLayer, consent, tagAllowed, remembered, wait, online } = deps
  const loaded = new Map<string, Promise<void>>()
  let shown: Locale | undefined

  const load = (address: string): Promise<void> => {
    const loading = loaded.get(address) ?? Promise.resolve(online()).then(() => deps.load(address))
    loaded.set(address, loading)
    return loading
  }

  /** Resolves when the tag has run, or when it will not run at the start of this visit. */
  const tagged = async (address: string, { consentBanner }: Locale): Promise<void> => {
    if (!consentBanner) return load(address)
    const hadConsented = remembered.read()
    const loadAfterYes = () => {
      if (!hadConsented) forgetBefore(dataLayer)
      return load(address)
    }
    await until(consent, (given) => given !== undefined)
    if (consent.given() === true) return loadAfterYes()
    void until(consent, (given) => given === true).then(loadAfterYes)
    return undefined
  }

  /**
   * Whether to measure, with the same consent as the tag. Until the banner responds, which needs a network,
   * the consent of the last visit applies.
   */
  const isMeasured = ({ code, consentBanner }: Locale): boolean =>
    !consentBanner || (scripts.consent[code] !== undefined && (consent.given() ?? remembered.read()))

  const open = (locale: Locale) => {
    if (locale === shown) return
    const { code, country, language, consentBanner } = locale
    dataLayer.push({ event: 'locale', locale: code, country, language, ...tracking[code] })
    const [tag, banner] = [scripts.tag[code], consentBanner ? scripts.consent[code] : undefined]
    if (banner !== undefined) void load(banner)
    const atStart = shown === undefined
    shown = locale
    deps.measure(isMeasured(locale))
    if (tag === undefined || !tagAllowed) return
    const expected = !consentBanner || (banner !== undefined && remembered.read())
    const show = atStart && expected && online() === undefined ? deps.hide() : () => undefined
    void Promise.race([tagged(tag, locale), wait(hideTimeout)]).then(show)
  }

  consent.subscribe(() => {
    remembered.write(consent.given() === true)
    if (shown) deps.measure(isMeasured(shown))
  })
  return { open }
}

/** Consent applies to later events. Of the earlier entries, only the locale and the page on screen stay. */
const forgetBefore = (dataLayer: DataLayerEntry[]): void => {
  const onScreen = ['locale', 'page_view'].flatMap(
    (name) => dataLayer.findLast(({ event }) => event === name) ?? [],
  )
  dataLayer.splice(0, dataLayer.length, ...onScreen)
}

/** Resolves when the consent meets a condition, which may never happen. */
const until = (consent: Consent, isMet: (given: boolean | undefined) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!isMet(consent.given())) return
      stop()
      resolve()
    }
    const stop = consent.subscribe(check)
    check()
  })

/**
 * Hides the page with an injected style, so that changes by an analytics tag do not flicker (specification
 * §9); returns the function that shows it. The page keeps its layout, and its text stays available to screen
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
 * Loads a third-party script; resolves when it has run or failed. Waits for the page's load event, which an
 * unresponsive host would otherwise delay for minutes.
 */
export const loadScript = async (window: Window, address: string): Promise<void> => {
  const { document } = window
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  const script = document.createElement('script')
  script.src = address
  script.async = true
  await new Promise((resolve) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', resolve)
    document.head.append(script)
  })
}
