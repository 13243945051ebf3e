import type { Scripts } from '../config/env.ts'
import type { Locale } from '../config/locales.ts'
import { tracking } from '../config/tracking.ts'
import type { Consent } from './consent.ts'
import type { DataLayerEntry } from './track.ts'

type Deps = {
  scripts: Pick<Scripts, 'tag' | 'consent'>
  dataLayer: DataLayerEntry[]
  consent: Consent
  /** `?allowScripts=false` disables the analytics tag (specification §2). */
  tagAllowed: boolean
  /** What the person had consented to at the end of the last visit; it only decides whether hiding is worth it. */
  remembered: { read: () => boolean; write: (given: boolean) => void }
  /** Hears whether the app itself may measure how it does. */
  measure: (isAllowed: boolean) => void
  /** Resolves when the script has run or cannot. */
  load: (address: string) => Promise<void>
  /** Hides the page; returns how to show it. */
  hide: () => () => void
  wait: (ms: number) => Promise<void>
  /** Resolves as soon as there is a network, at once where there is one. */
  online: () => Promise<void> | undefined
}

/** ms that the page is hidden at most (specification §9) */
const longestHidden = 3000

export type TagScripts = {
  /** Says which locale is on screen now. */
  open: (locale: Locale) => void
}

/**
 * The analytics-tag and consent-banner scripts of the locale on screen, each loaded once. Where the locale has a banner
 * nothing is tagged before it says yes. None of them holds the app up: without a network they wait, and a dead host
 * hides the page for 3 s at most.
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

  /** Resolves when the tag has run, or will not at the beginning of this visit. */
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

  /** As for the tag; until the banner responds, which takes a network, what was said at the last visit holds. */
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
    void Promise.race([tagged(tag, locale), wait(longestHidden)]).then(show)
  }

  consent.subscribe(() => {
    remembered.write(consent.given() === true)
    if (shown) deps.measure(isMeasured(shown))
  })
  return { open }
}

/** A yes is for what comes after it: of what was recorded before, only the locale and the page on screen stay. */
const forgetBefore = (dataLayer: DataLayerEntry[]): void => {
  const onScreen = ['locale', 'page_view'].flatMap(
    (name) => dataLayer.findLast(({ event }) => event === name) ?? [],
  )
  dataLayer.splice(0, dataLayer.length, ...onScreen)
}

/** Resolves as soon as the consent meets a condition, which may be never. */
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
 * Hides the page by an injected style, so that what an analytics tag changes about it does not flicker (specification
 * §9); returns how to show it. The page keeps its place, and its text for a screen reader, meanwhile.
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
 * Loads a third party's script; resolves when it has run, or cannot. It waits for the page's own load event, which a
 * host that never responds would hold up for minutes.
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
