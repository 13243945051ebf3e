import { createElement } from 'react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { pageCatalogueSchema } from '../../i18n/page-catalogue.ts'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { InformationScreen } from './information-screen.tsx'

const address = 'contact@breaking-barriers.example'

const languages = import.meta.glob('../../../locales/{pt,en,es}/pages.json', {
  eager: true,
  import: 'default',
})

test.each(Object.entries(languages))(
  'leads from the contact page of %s to the address, the answers and the device’s code',
  (_, pages) => {
    const texts = v.parse(pageCatalogueSchema, pages).contact
    const html = markupIn(
      'pt-BR',
      createElement(InformationScreen, { id: 'contact', texts, isSignedIn: false }),
    )
    expect(findLinks(html).map(({ href }) => href)).toEqual([
      `mailto:${address}`,
      '/pt-BR/faq',
      '/pt-BR/privacy',
      '/pt-BR/storage',
    ])
    expect(html).toContain(address)
  },
)

test.each([
  ['long', 6, undefined, ['#s1', '#s2', '#own', '#s4', '#s5', '#s6']],
  ['short', 5, undefined, []],
  ['legal', 4, '2026-11-26', ['#s1', '#s2', '#own', '#s4']],
])('lists the sections of a %s page, whose headings the links name', (_, count, updated, links) => {
  const sections = Array.from({ length: count }, (_section, index) => ({
    heading: `Section ${index + 1}`,
    paragraphs: [],
    ...(index === 2 && { id: 'own' }),
  }))
  const html = markupIn(
    'en-GB',
    createElement(InformationScreen, {
      id: 'faq',
      texts: { title: 'Privacy', updated, sections },
      isSignedIn: false,
    }),
  )
  // Twice: in a fold, and open for a wide screen.
  expect(findLinks(html).map(({ href }) => href)).toEqual([...links, ...links])
  expect(html.includes('Updated on 26 November 2026')).toBe(updated !== undefined)
  for (const link of links) expect(html).toContain(`id="${link.slice(1)}"`)
})

test.each([
  [false, '/en-GB/sign-up', 'Create my account'],
  [true, '/en-GB/my-courses', 'Go to my courses'],
])('ends the page about the programme with the next step (signed in: %s)', (isSignedIn, href, text) => {
  const texts = { title: 'About us', sections: [] }
  const html = markupIn('en-GB', createElement(InformationScreen, { id: 'about', texts, isSignedIn }))
  expect(findLinks(html)).toEqual([{ href, text }])
})
