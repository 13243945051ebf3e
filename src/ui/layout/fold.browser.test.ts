import { createElement, Fragment } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { Fold } from './fold.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const unfold = (how: { open?: boolean; lazy?: boolean }) => {
  const props = { summary: 'Filters', children: createElement('input', { 'aria-label': 'Country' }), ...how }
  screen = show('en-GB', createElement(Fold, props))
  return { summary: page.getByText('Filters'), field: page.getByLabelText('Country') }
}

test('a fold is opened and closed by a target that a thumb meets, and what was typed in it stays', async () => {
  const { summary, field } = unfold({})
  await expect.element(field).not.toBeVisible()
  expect(summary.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await userEvent.click(summary)
  await userEvent.fill(field, 'PT')
  await userEvent.click(summary)
  await expect.element(field).not.toBeVisible()
  await userEvent.click(summary)
  await expect.element(field).toHaveValue('PT')
})

test('one that is open from the start closes as well', async () => {
  const { summary, field } = unfold({ open: true })
  await expect.element(field).toBeVisible()
  await userEvent.click(summary)
  await expect.element(field).not.toBeVisible()
})

test('what is lazy is drawn only while it is open', async () => {
  const { summary, field } = unfold({ lazy: true })
  await expect.element(field).not.toBeInTheDocument()
  await userEvent.click(summary)
  await expect.element(field).toBeVisible()
  await userEvent.click(summary)
  await expect.element(field).not.toBeInTheDocument()
})

test('it is open while the page is printed, and as it was before afterwards', async () => {
  const { field } = unfold({})
  for (let times = 0; times < 2; times += 1) {
    dispatchEvent(new Event('beforeprint'))
    expect(field.element().checkVisibility()).toBe(true)
    dispatchEvent(new Event('afterprint'))
    expect(field.element().checkVisibility()).toBe(false)
  }
})

test('what is lazy is not asked for on paper either', async () => {
  const { field } = unfold({ lazy: true })
  dispatchEvent(new Event('beforeprint'))
  await new Promise(requestAnimationFrame)
  await expect.element(field).not.toBeInTheDocument()
  dispatchEvent(new Event('afterprint'))
})

test('a link to something in it opens it', async () => {
  const link = createElement('a', { key: 'a', href: '#there' }, 'Down there')
  const props = { key: 'b', summary: 'More', children: createElement('p', { id: 'there' }, 'Here') }
  const fold = createElement(Fold, props)
  screen = show('en-GB', createElement(Fragment, null, link, fold))
  await expect.element(page.getByText('Here', { exact: true })).not.toBeVisible()
  await userEvent.click(page.getByText('Down there'))
  await expect.element(page.getByText('Here', { exact: true })).toBeVisible()
})
