import { createElement, useSyncExternalStore } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import { createStore } from '../../lib/create-store.ts'
import { createDeferred } from '../../lib/async/deferred.ts'
import type { DeliveryReport, Pending } from '../../outbox/outbox.ts'
import { show } from '../../ui/testing/show.tsx'
import { SignOutDialog, type SignOutActions } from './sign-out-dialog.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** The dialog over three entries, one of which the coach must act on. Returns the actions, in order. */
const ask = (
  given: Partial<SignOutActions> = {},
  unsent: Pending = { toSend: 2, needsAction: 1 },
  offline = false,
) => {
  const done: string[] = []
  const nothing: DeliveryReport = { storage: 'ready', sent: 3, toSend: 0, needsAction: 0 }
  const { onSend = async () => nothing, onDiscard = async () => undefined } = given
  screen = show(
    'en-GB',
    createElement(SignOutDialog, {
      open: true,
      unsent,
      offline,
      findReason: (report) => report.waitingFor && 'outbox.reason.unreachable',
      rescueForm: createElement('p', null, 'The form of the rescue file'),
      onClose: () => void done.push('closed'),
      onSend: () => {
        done.push('sent')
        return onSend()
      },
      onDiscard: () => {
        done.push('discarded')
        return onDiscard()
      },
      onSignOut: () => void done.push('signed out'),
    }),
  )
  return done
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const typeToDiscard = async (word: string) => {
  await page.getByText(t('signOut.discard'), { exact: true }).first().click()
  await page.getByRole('textbox').fill(word)
  await userEvent.keyboard('{Enter}')
}

test('shows how many of the coach’s entries are unsent, and how many of them need the coach', async () => {
  const done = ask()
  await expect.element(page.getByText('3 things you did on this device are still to be sent.')).toBeVisible()
  await expect.element(page.getByText('1 needs your attention first: see the outbox.')).toBeVisible()
  expect(done).toEqual([])
})

test('links to what needs the coach', async () => {
  const done = ask()
  const link = page.getByRole('link', { name: t('sync.openOutbox') })
  await expect.element(link).toHaveAttribute('href', '/en-GB/outbox')
  await link.click()
  expect(done).toEqual(['closed'])
})

test.each([
  [{ toSend: 3, automatic: 2, needsAction: 0 }, '1 thing you did on this device is still to be sent.'],
  [
    { toSend: 2, automatic: 2, needsAction: 0 },
    'What this device records by itself, such as how far you watched, is still to be sent.',
  ],
])('shows the same number as the bar: %o', async (unsent, said) => {
  ask({}, unsent)
  await expect.element(page.getByText(said)).toBeVisible()
  await expect.element(page.getByRole('button', { name: t('signOut.keep') })).toBeVisible()
})

test.each([
  [false, ['signOut.send', 'signOut.keep']],
  [true, ['signOut.keep']],
] as const)('offline: %s, offers only what works', async (offline, choices) => {
  ask({}, undefined, offline)
  await expect.element(page.getByRole('button', { name: t('signOut.keep') })).toBeVisible()
  const known = new Set<string | null>([t('signOut.send'), t('signOut.keep')])
  const shown = [...document.querySelectorAll('dialog button')].map(({ textContent }) => textContent)
  expect(shown.filter((text) => known.has(text))).toEqual(choices.map((choice) => t(choice)))
})

test.each([
  [{ toSend: 2, needsAction: 1 }, 'signOut.title', 'signOut.keep'],
  [{ toSend: 0, needsAction: 0 }, 'signOut.offlineTitle', 'header.signOut'],
] as const)('offline, with %o, warns first that nobody can sign in again', async (unsent, title, leave) => {
  const done = ask({}, unsent, true)
  const dialog = page.getByRole('dialog', { name: t(title) })
  await expect.element(dialog.getByText(t('signOut.offline'))).toBeVisible()
  expect(document.querySelector('dialog :is(p, [role=status])')?.textContent).toBe(t('signOut.offline'))
  await press(t(leave))
  await expect.poll(() => done.at(-1)).toBe('signed out')
})

test('sends first, and signs out when nothing is left', async () => {
  const done = ask()
  await press(t('signOut.send'))
  await expect.poll(() => done).toEqual(['sent', 'signed out'])
})

test('sends first, and signs out when the last entry leaves before the delivery reports', async () => {
  const unsent = createStore<Pending>({ toSend: 1, needsAction: 0 })
  const delivered = createDeferred<DeliveryReport>()
  const done: string[] = []
  const Question = () =>
    createElement(SignOutDialog, {
      open: true,
      unsent: useSyncExternalStore(unsent.subscribe, unsent.get),
      offline: false,
      findReason: () => undefined,
      rescueForm: null,
      onClose: () => undefined,
      onSend: () => delivered.promise,
      onDiscard: async () => undefined,
      onSignOut: () => void done.push('signed out'),
    })
  screen = show('en-GB', createElement(Question))
  await press(t('signOut.send'))
  unsent.set({ toSend: 0, needsAction: 0 })
  await expect.element(page.getByText(t('profile.eraseAllSent'))).toBeVisible()
  delivered.resolve({ storage: 'ready', sent: 1, toSend: 0, needsAction: 0 })
  await expect.poll(() => done).toEqual(['signed out'])
})

test('offers only the sign-out when the last entry was delivered during the question', async () => {
  const done = ask({}, { toSend: 0, needsAction: 0 })
  await expect.element(page.getByText(t('profile.eraseAllSent'))).toBeVisible()
  expect(page.getByText(t('signOut.keep')).elements()).toEqual([])
  await press(t('header.signOut'))
  await expect.poll(() => done).toEqual(['sent', 'signed out'])
})

test.each<[string, DeliveryReport, string]>([
  [
    'could not be sent',
    { storage: 'ready', sent: 1, toSend: 2, needsAction: 0, waitingFor: 'no-answer' },
    '2 things you did could not be sent. We could not reach the server. You are still signed in.',
  ],
  [
    'was recorded by the app itself',
    { storage: 'ready', sent: 1, toSend: 2, automatic: 2, needsAction: 0 },
    'Not everything could be sent. You are still signed in.',
  ],
  [
    'needs the coach',
    { storage: 'ready', sent: 2, toSend: 0, needsAction: 1 },
    '1 thing you did could not be sent. You are still signed in.',
  ],
  [
    'may be left on a disk that cannot be read',
    { storage: 'failed', sent: 0, toSend: 0, needsAction: 0 },
    'We cannot read this device’s storage',
  ],
])('keeps a coach who sends first signed in while something %s, with a message', async (_, report, said) => {
  const done = ask({ onSend: async () => report })
  await press(t('signOut.send'))
  await expect.element(page.getByText(said)).toBeVisible()
  expect(done).toEqual(['sent'])
})

test('keeps the coach signed in when the dialog is closed during the sending', async () => {
  const sent = Promise.withResolvers<DeliveryReport>()
  const done = ask({ onSend: () => sent.promise })
  await press(t('signOut.send'))
  screen?.remove()
  screen = undefined
  sent.resolve({ storage: 'ready', sent: 3, toSend: 0, needsAction: 0 })
  await sent.promise
  await new Promise((resolve) => setTimeout(resolve))
  expect(done).toEqual(['sent'])
})

test('signs out and keeps the entries for the next sign-in, without sending or deleting', async () => {
  const done = ask()
  await press(t('signOut.keep'))
  expect(done).toEqual(['signed out'])
})

test('offers the rescue file, without a sign-out', async () => {
  const done = ask()
  await page.getByText(t('signOut.rescue'), { exact: true }).click()
  await expect.element(page.getByText('The form of the rescue file')).toBeVisible()
  expect(done).toEqual([])
})

test.each(['', 'discar', 'yes'])('does not discard on the word %j', async (word) => {
  const done = ask()
  await typeToDiscard(word)
  await expect.element(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
  expect(done).toEqual([])
})

test('deletes unsent entries after the word was typed, then signs out', async () => {
  const done = ask()
  await typeToDiscard(` ${t('signOut.discardWord').toLowerCase()} `)
  await expect.poll(() => done).toEqual(['discarded', 'signed out'])
})

test('reports a failed deletion, and does not sign out', async () => {
  const done = ask({ onDiscard: () => Promise.reject(new Error('The disk is gone')) })
  await typeToDiscard(t('signOut.discardWord'))
  await expect.element(page.getByText(t('signOut.failed'))).toBeVisible()
  expect(done).toEqual(['discarded'])
})
