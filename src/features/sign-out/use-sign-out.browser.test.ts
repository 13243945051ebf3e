import { createElement, useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'
import { show } from '../../ui/testing/show.tsx'
import { useSignOut } from './use-sign-out.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
/** Signs out like another tab. */
let signOutElsewhere: () => void
afterEach(() => screen?.remove())

/**
 * A page with a sign-out button and unsent entries; `connected` says whether they can be sent. Returns the
 * actions.
 */
const tapSignOut = async ({
  connected,
  blockedBy,
  toSend = 1,
  unfinished = [],
}: {
  connected: boolean
  /** The context that holds the lock to send. */
  blockedBy?: OutboxSnapshot['blockedBy']
  toSend?: number
  unfinished?: readonly string[]
}) => {
  const done: string[] = []
  let snapshot = { toSend, needsAction: 0, ...(blockedBy && { blockedBy }) }
  const outbox = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    deliver: async () => {
      done.push('delivery begun')
      if (!connected) return new Promise(() => undefined)
      snapshot = { toSend: 0, needsAction: 0 }
      return { storage: 'ready', sent: 1, ...snapshot }
    },
  } as unknown as Outbox
  const Page = () => {
    const [customer, setCustomer] = useState('ana')
    useEffect(() => {
      signOutElsewhere = () => {
        snapshot = { toSend: 0, needsAction: 0 }
        setCustomer('')
      }
    }, [])
    const { signOut, dialogs } = useSignOut({
      customer,
      session: {
        signOut: async (who, leaving) => {
          done.push(`${who} leaves`)
          await leaving?.beforeEnd?.()
          done.push(`${who} signed out`)
          return true
        },
      },
      outbox,
      reporter: { report: async () => true },
      uploads: {
        clear: async () => void done.push('uploads ended'),
        unfinishedUploads: async () => unfinished,
      },
      track: async () => undefined,
      findReason: () => undefined,
      offline: toSend === 0 && !connected,
      rescueForm: null,
      onSignedOut: async () => undefined,
    })
    return createElement('div', null, createElement('button', { onClick: signOut }, 'Leave'), dialogs)
  }
  screen = show('en-GB', createElement(Page))
  await page.getByRole('button', { name: 'Leave' }).click()
  return done
}

test('sends entries that can be delivered, without a question', async () => {
  const done = await tapSignOut({ connected: true })
  await expect.poll(() => done).toEqual(['delivery begun', 'ana leaves', 'delivery begun', 'ana signed out'])
  expect(page.getByRole('dialog', { name: t('signOut.title') }).query()).toBeNull()
})

test('asks about entries that cannot be sent, also when the server does not respond', async () => {
  const done = await tapSignOut({ connected: false })
  await expect
    .element(page.getByRole('dialog', { name: t('signOut.title') }), { timeout: 10_000 })
    .toBeVisible()
  expect(done).toEqual(['delivery begun'])
})

test('closes the question when another tab ends the session, and does not say that entries were sent', async () => {
  await tapSignOut({ connected: false })
  const dialog = page.getByRole('dialog')
  await expect.element(dialog, { timeout: 10_000 }).toBeVisible()
  signOutElsewhere()
  await expect.poll(() => dialog.query()).toBeNull()
  expect(page.getByText(t('profile.eraseAllSent')).query()).toBeNull()
})

test.each([
  ['another window', 'other-tab', 'outbox.blockedByWindow', 'outbox.noResponseYet'],
  ['the service worker', 'service-worker', 'outbox.noResponseYet', 'outbox.blockedByWindow'],
] as const)(
  'explains a long wait in the dialog when %s holds the lock during the sending',
  async (_, blockedBy, message, other) => {
    await tapSignOut({ connected: false, blockedBy })
    const dialog = page.getByRole('dialog', { name: t('signOut.title') })
    await expect.element(dialog, { timeout: 10_000 }).toBeVisible()
    const reason = dialog.getByText(t(message))
    expect(reason.query()).toBeNull()
    await dialog.getByRole('button', { name: t('signOut.send') }).click()
    await expect.element(reason).toBeVisible()
    expect(dialog.getByText(t(other)).query()).toBeNull()
  },
)

test('offline, asks even with nothing to send, as no sign-in is possible afterwards', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const done = await tapSignOut({ connected: false, toSend: 0 })
  await expect.element(page.getByRole('dialog', { name: t('signOut.offlineTitle') })).toBeVisible()
  expect(done).toEqual([])
})

/** Opens the question about an unfinished upload. */
const askedAboutUpload = async () => {
  const done = await tapSignOut({ connected: true, unfinished: ['final.mp4'] })
  const question = page.getByRole('dialog', { name: t('signOut.uploadsTitle') })
  await expect.element(question.getByText(t('signOut.uploads', { count: 1 }))).toBeVisible()
  await expect.element(question.getByText('final.mp4')).toBeVisible()
  expect(done).toEqual(['delivery begun'])
  return { done, question }
}

test('asks about an unfinished upload by name, and ends it once the device has recorded the sign-out', async () => {
  const { done, question } = await askedAboutUpload()
  await question.getByRole('button', { name: t('signOut.uploadsEnd') }).click()
  await expect
    .poll(() => done)
    .toEqual(['delivery begun', 'ana leaves', 'uploads ended', 'delivery begun', 'ana signed out'])
})

test('keeps the upload when the coach stays signed in', async () => {
  const { done, question } = await askedAboutUpload()
  await question.getByRole('button', { name: t('signOut.uploadsStay') }).click()
  await expect.poll(() => question.query()).toBeNull()
  expect(done).toEqual(['delivery begun'])
})

test('closes the question about uploads when another tab ends the session', async () => {
  const { done, question } = await askedAboutUpload()
  signOutElsewhere()
  await expect.poll(() => question.query()).toBeNull()
  expect(done).toEqual(['delivery begun'])
})
