import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { followBanner } from './follow-banner.ts'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'

const root = document.createElement('div')
root.id = 'root'
root.style.height = '2000px'
// Vitest's page resets `body` outside the layer of the base styles, which the app's own page does not do.
for (const style of document.querySelectorAll('style'))
  if (/^\s*html \{\s*padding: 0/.test(style.textContent)) style.remove()

let stop: () => void
beforeEach(async () => {
  await page.viewport(360, 740)
  document.body.prepend(root)
  stop = followBanner(window)
})
afterEach(() => {
  stop()
  document.documentElement.style.cssText = ''
  for (const element of document.querySelectorAll('#root, .added')) element.remove()
})

/** What a script of another service adds to the page. */
const add = (css = '', parent: Element = document.body) => {
  const element = document.createElement('section')
  element.className = 'added'
  element.style.cssText = `height:80px;${css}`
  parent.append(element)
  return element
}
const covered = () => getComputedStyle(document.documentElement).getPropertyValue('--consent-banner')
const pageHeight = () => document.documentElement.scrollHeight

test('a banner that is part of the page lies over its end, and above the app bar', async () => {
  document.documentElement.style.setProperty('--app-bar', '57px')
  const banner = add()
  expect(banner.getBoundingClientRect()).toMatchObject({ left: 0, width: 360, bottom: 740 - 57 })
  expect(root.getBoundingClientRect().top).toBe(0)
  await expect.poll(covered).toBe('80px')
})

test('a banner before the content moves nothing either', () => {
  document.body.prepend(add())
  expect(root.getBoundingClientRect().top).toBe(0)
})

test('the page ends above the banner, until the banner is gone', async () => {
  expect(pageHeight()).toBe(2000)
  const banner = add()
  await expect.poll(pageHeight).toBe(2080)
  banner.style.display = 'none'
  await expect.poll(pageHeight).toBe(2000)
  banner.style.display = ''
  await expect.poll(pageHeight).toBe(2080)
  banner.remove()
  await expect.poll(pageHeight).toBe(2000)
})

test('the banner of OneTrust, which comes in an element around it, is above the app bar', async () => {
  document.documentElement.style.setProperty('--app-bar', '57px')
  const banner = add('position:fixed;bottom:0;height:90px', add('height:auto'))
  banner.id = 'onetrust-banner-sdk'
  expect(banner.getBoundingClientRect().bottom).toBe(740 - 57)
  await expect.poll(covered).toBe('90px')
})

test.each([
  ['over the whole screen', 'position:fixed;inset:0;height:auto'],
  ['at the top of the screen', 'position:fixed;inset:0 0 auto'],
  ['without a size', 'height:0'],
])('what is %s needs no room at the end of the page', async (_, css) => {
  add(css)
  const banner = add()
  await expect.poll(covered).toBe('80px')
  banner.remove()
  await expect.poll(covered).toBe('0px')
})
