import { createElement, Fragment } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../testing/show.tsx'
import { Disclosure } from './disclosure.tsx'

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

const unfold = (how: { open?: boolean; lazy?: boolean }) => {
  const props = { summary: 'Filters', children: createElement('input', { 'aria-label': 'Country' }), ...how }
  screen = show('en-GB', createElement(Disclosure, props))
  return { summary: page.getByText('Filters'), field: page.getByLabelText('Country') }
}

test('opens and closes by a target large enough for a thumb, and keeps what was typed in it', async () => {
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

test('closes when it was open from the start', async () => {
  const { summary, field } = unfold({ open: true })
  await expect.element(field).toBeVisible()
  await userEvent.click(summary)
  await expect.element(field).not.toBeVisible()
})

test('renders lazy content only while open', async () => {
  const { summary, field } = unfold({ lazy: true })
  await expect.element(field).not.toBeInTheDocument()
  await userEvent.click(summary)
  await expect.element(field).toBeVisible()
  await userEvent.click(summary)
  await expect.element(field).not.toBeInTheDocument()
})

test('opens for printing, and returns to its former state afterwards', async () => {
  const { field } = unfold({})
  for (let times = 0; times < 2; times += 1) {
    dispatchEvent(new Event('beforeprint'))
    expect(field.element().checkVisibility()).toBe(true)
    dispatchEvent(new Event('afterprint'))
    expect(field.element().checkVisibility()).toBe(false)
  }
})

test('does not render lazy content for printing', async () => {
  const { field } = unfold({ lazy: true })
  dispatchEvent(new Event('beforeprint'))
  await new Promise(requestAnimationFrame)
  await expect.element(field).not.toBeInTheDocument()
  dispatchEvent(new Event('afterprint'))
})

test('opens when a link to its content is followed', async () => {
  const link = createElement('a', { key: 'a', href: '#there' }, 'Down there')
  const props = { key: 'b', summary: 'More', children: createElement('p', { id: 'there' }, 'Here') }
  const fold = createElement(Disclosure, props)
  screen = show('en-GB', createElement(Fragment, null, link, fold))
  await expect.element(page.getByText('Here', { exact: true })).not.toBeVisible()
  await userEvent.click(page.getByText('Down there'))
  await expect.element(page.getByText('Here', { exact: true })).toBeVisible()
})
