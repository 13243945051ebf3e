import { createElement, useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/testing/show.tsx'
import { LinkedSection, ProfileSection } from './profile-section.tsx'

/** A part of the profile, with a button that resolves its failure. */
const Part = ({ hash, failed }: { hash: string; failed: boolean }) => {
  const [needsAction, setNeedsAction] = useState(failed)
  const retry = createElement('button', { onClick: () => setNeedsAction(false) }, 'Try again')
  const props = { id: 'news', title: 'News', needsAction, children: retry }
  const section = createElement(ProfileSection, props)
  return createElement(LinkedSection, { value: hash }, section)
}

const showPart = ({ hash = '', failed = false }) => {
  const screen = show('en-GB', createElement(Part, { hash, failed }))
  onTestFinished(screen.remove)
  return {
    isOpen: () => screen.place.querySelector('details')?.open,
    heading: page.getByRole('heading', { name: 'News' }),
  }
}

test('opens and closes by a tap on its row', async () => {
  const { isOpen, heading } = showPart({ hash: 'learning' })
  expect(isOpen()).toBe(false)
  await heading.click()
  expect(isOpen()).toBe(true)
  await heading.click()
  expect(isOpen()).toBe(false)
})

test('opens when a link names it, and can be closed then', async () => {
  const { isOpen, heading } = showPart({ hash: 'news' })
  expect(isOpen()).toBe(true)
  await heading.click()
  expect(isOpen()).toBe(false)
})

test('opens on a failure, and stays open after it is resolved', async () => {
  const { isOpen } = showPart({ failed: true })
  expect(isOpen()).toBe(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(isOpen()).toBe(true)
})
