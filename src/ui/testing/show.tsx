import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { LocaleCode } from '../../config/locales.ts'
import { bareTexts } from './bare-texts.ts'
import { inLocale } from './in-locale.tsx'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/print.css'

/**
 * Renders an element on the page of a browser test, with the texts of a locale, at the path `at`; `remove`
 * unmounts it.
 */
export const show = (locale: LocaleCode, element: ReactNode, at = '') => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const bare = new Set<string>()
  const watched = new MutationObserver(() => {
    for (const text of bareTexts(document.body)) bare.add(text)
  })
  watched.observe(document.body, { subtree: true, childList: true, characterData: true })
  flushSync(() => root.render(inLocale(locale, element, at)))
  return {
    place,
    /** The first element that matches; throws if there is none. */
    find: (selector: string): HTMLElement => {
      const found = place.querySelector<HTMLElement>(selector)
      if (!found) throw new Error(`There is no ${selector} in ${place.innerHTML}`)
      return found
    },
    /** Throws if a text was shown that a translated page would lose. */
    remove: () => {
      watched.disconnect()
      for (const text of bareTexts(document.body)) bare.add(text)
      root.unmount()
      place.remove()
      if (bare.size > 0) throw new Error(`Texts beside other things: ${[...bare].join(' | ')}`)
    },
  }
}
