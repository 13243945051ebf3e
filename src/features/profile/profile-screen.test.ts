import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findLinks, markupIn } from '../../ui/testing/markup.ts'
import { HelpCard } from './profile-screen.tsx'

test('shows the current location beside the link to change it, which leads back to the profile', () => {
  const html = markupIn('en-GB', createElement(HelpCard))
  expect(findLinks(html).at(-1)).toEqual({
    href: '/en-GB/change-location?from=profile',
    text: 'Change country or language',
  })
  expect(html).toContain('You are in: United Kingdom')
})
