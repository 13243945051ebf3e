import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { translateIn } from '../../i18n/testing/i18n-in.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { show } from '../../ui/testing/show.tsx'
import { useSignOut } from './use-sign-out.tsx'

const t = translateIn('en-GB')

let screen: ReturnType<typeof show> | undefined
afterEach(() => screen?.remove())

/** A page with a way to sign out and unsent entries; `connected` says whether they can be sent. Answers what was done. */
const tapSignOut = async ({ connected, toSend = 1 }: { connected: boolean; toSend?: number }) => {
  const done: string[] = []
  let snapshot = { toSend, needsYou: 0 }
  const outbox = {
    snapshot: () => snapshot,
    subscribe: () => () => undefined,
    deliver: async () => {
      done.push('delivery begun')
      if (!connected) return new Promise(() => undefined)
      snapshot = { toSend: 0, needsYou: 0 }
      return { storage: 'ready', sent: 1, ...snapshot }
    },
  } as unknown as Outbox
  const Page = () => {
    const { signOut, questions } = useSignOut({
      customer: 'ana',
      session: {
        signOut: async (customer) => {
          done.push(`${customer} signed out`)
          return true
        },
      },
      outbox,
      reporter: { report: async () => true },
      uploads: { clear: async () => undefined, unfinishedUploads: async () => [] },
      track: async () => undefined,
      reasonOf: () => undefined,
      offline: toSend === 0 && !connected,
      rescue: null,
      onSignedOut: async () => undefined,
    })
    return createElement('div', null, createElement('button', { onClick: signOut }, 'Leave'), questions)
  }
  screen = show('en-GB', createElement(Page))
  await page.getByRole('button', { name: 'Leave' }).click()
  return done
}

test('what is only on its way is sent, and asked about by no question', async () => {
  const done = await tapSignOut({ connected: true })
  await expect.poll(() => done).toEqual(['delivery begun', 'ana signed out'])
  expect(page.getByRole('dialog', { name: t('signOut.title') }).query()).toBeNull()
})

test('what cannot be sent is asked about, also where the server does not respond', async () => {
  const done = await tapSignOut({ connected: false })
  await expect
    .element(page.getByRole('dialog', { name: t('signOut.title') }), { timeout: 10_000 })
    .toBeVisible()
  expect(done).toEqual(['delivery begun'])
})

test('offline with nothing to send it asks all the same: nobody can sign in again', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const done = await tapSignOut({ connected: false, toSend: 0 })
  await expect.element(page.getByRole('dialog', { name: t('signOut.offlineTitle') })).toBeVisible()
  expect(done).toEqual([])
})
