import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { LocaleCode } from '../../config/locales.ts'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/print.css'
import { bareTexts } from './bare-texts.ts'
import { inLocale } from './in-locale.tsx'

/**
 * Renders an element on the page of a browser test, with the texts of a locale. `path` is the path below the
 * locale.
 */
export const show = (locale: LocaleCode, element: ReactNode, path = '') => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const bareTextsSoFar = new Set<string>()
  const observer = new MutationObserver(() => {
    for (const text of bareTexts(document.body)) bareTextsSoFar.add(text)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  flushSync(() => root.render(inLocale(locale, element, path)))
  return {
    place,
    /** Finds the first element that matches; throws if there is none. */
    find: (selector: string): HTMLElement => {
      const match = place.querySelector<HTMLElement>(selector)
      if (!match) throw new Error(`There is no ${selector} in ${place.innerHTML}`)
      return match
    },
    /** Unmounts the element. Throws if it had bare text nodes, on which React fails in a translated page. */
    remove: () => {
      observer.disconnect()
      for (const text of bareTexts(document.body)) bareTextsSoFar.add(text)
      root.unmount()
      place.remove()
      if (bareTextsSoFar.size > 0)
        throw new Error(`Text nodes without an element of their own: ${[...bareTextsSoFar].join(' | ')}`)
    },
  }
}
