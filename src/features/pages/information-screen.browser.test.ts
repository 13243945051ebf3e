import { createElement } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { InformationScreen } from './information-screen.tsx'

const texts = {
  title: 'Contact',
  sections: [
    {
      id: 'write',
      heading: 'Write to us',
      paragraphs: ['Our address: coach@example.test'],
      links: [{ to: 'mailto:coach@example.test', label: 'coach@example.test' }],
    },
  ],
}

test('hyphenates words on narrow lines, but not an e-mail address', async () => {
  await page.viewport(360, 740)
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
  const screen = show('en-GB', createElement(InformationScreen, { id: 'faq', texts, isSignedIn: false }))
  onTestFinished(screen.remove)
  const getHyphens = (selector: string) => getComputedStyle(screen.find(selector)).hyphens
  expect(['h2', 'p', 'p a span', 'li a span span'].map(getHyphens)).toEqual([
    'auto',
    'auto',
    'manual',
    'manual',
  ])
})
