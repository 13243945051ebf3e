import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { followLinksToSections, showSection } from './follow-navigation.ts'

/** A page with a folded and an open part, and links to them that a router handles. */
const content = `
  <a href="#news">News</a>
  <a href="#away" data-elsewhere>A new tab</a>
  <section id="news"><details><summary><h2 tabindex="-1">News</h2></summary>Of the season</details></section>
  <section id="away"><details><summary><h2 tabindex="-1">Away</h2></summary>Of the guests</details></section>
  <section id="faq"><h2 tabindex="-1">Questions</h2></section>
  <section id="plain"><p>Words</p></section>
`
let place: HTMLElement
followLinksToSections()
beforeEach(() => {
  place = document.createElement('main')
  place.innerHTML = content
  place.addEventListener('click', (event) => {
    if (event.target instanceof HTMLAnchorElement && !event.target.matches('[data-elsewhere]'))
      event.preventDefault()
  })
  document.body.append(place)
})
afterEach(() => place.remove())

const findFold = (id: string) => place.querySelector<HTMLDetailsElement>(`#${id} details`)

test('opens a part and focuses its heading', () => {
  expect(showSection('news')).toBe(true)
  expect(findFold('news')?.open).toBe(true)
  expect(document.activeElement?.textContent).toBe('News')
  expect(showSection('faq')).toBe(true)
  expect(document.activeElement?.textContent).toBe('Questions')
})

test.each(['', 'nowhere', 'plain'])('ignores "%s", which is not a part', (hash) => {
  expect(showSection(hash)).toBe(false)
  expect(document.activeElement).toBe(document.body)
})

test('shows the part each time its link is followed on this page', async () => {
  const link = page.getByRole('link', { name: 'News' })
  for (let times = 0; times < 2; times += 1) {
    await link.click()
    expect(findFold('news')?.open).toBe(true)
    expect(document.activeElement?.textContent).toBe('News')
    findFold('news')!.open = false
  }
  await page.getByRole('link', { name: 'A new tab' }).click()
  expect(findFold('away')?.open).toBe(false)
})
