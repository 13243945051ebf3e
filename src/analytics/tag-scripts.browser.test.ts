import { afterEach, expect, test } from 'vitest'
import { createConsent, hideBody, loadScript } from './tag-scripts.ts'

afterEach(() => {
  delete window.OnetrustActiveGroups
  delete window.dataLayer
})
const opacity = () => getComputedStyle(document.body).opacity

test('hides the body by an injected style, and removes the style without a trace', () => {
  const before = [...document.adoptedStyleSheets]
  const show = hideBody(document)
  expect(opacity()).toBe('0')
  show()
  expect(opacity()).toBe('1')
  expect([...document.adoptedStyleSheets]).toEqual(before)
})

test('settles after the script has run', async () => {
  await loadScript(
    window,
    `data:text/javascript,${encodeURIComponent('window.dataLayer = [{ event: "ran" }]')}`,
  )
  expect(window.dataLayer).toEqual([{ event: 'ran' }])
})

test('settles when a script cannot be loaded', async () => {
  await expect(loadScript(window, 'http://localhost:1/never.js')).resolves.toBeUndefined()
})

test('consent is unknown until the banner reports it, then follows the banner', () => {
  const consent = createConsent(window)
  const seen: (boolean | undefined)[] = [consent.read()]
  const stop = consent.subscribe(() => seen.push(consent.read()))
  const say = (groups: string) => {
    window.OnetrustActiveGroups = groups
    window.dispatchEvent(new CustomEvent('OneTrustGroupsUpdated'))
  }
  say(',C0001,')
  say(',C0001,C0002,')
  say(',C0001,C00020,')
  stop()
  say(',C0002,')
  expect(seen).toEqual([undefined, false, true, false])
})
