import { expect, test } from 'vitest'
import { createDeferred } from '../lib/async/deferred.ts'
import { createStore } from '../lib/create-store.ts'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { createDatabaseLossNotice, detectDatabaseLoss } from './database-loss-notice.ts'
import type { SessionState } from './session.ts'
import { storedUser } from './testing/coach.ts'

const coach = { ...storedUser(), locale: 'pt-BR' as const }
const customer = coach.userID
const signedIn: SessionState = { status: 'authenticated', user: coach }
const signedOut: SessionState = { status: 'anonymous' }

/** A phone whose database may be lost. The session and the notice are in another database. */
const phone = ({ hasDatabase }: { hasDatabase: boolean }) => {
  const stored = new Map<string, unknown>()
  const disk = { id: hasDatabase ? crypto.randomUUID() : undefined }
  /** The listeners of all open pages. */
  const others: (() => void)[] = []
  const showAgain = () => others.forEach((listener) => listener())
  let isFailing = false

  /** Opens a page. */
  const open = (state: SessionState, { signsInLater = false, hasOtherDevice = false } = {}) => {
    const isNewDevice = createStore(false)
    const deviceId = async () => {
      if (disk.id === undefined) {
        disk.id = crypto.randomUUID()
        isNewDevice.set(true)
      }
      return disk.id
    }
    const notice = createDatabaseLossNotice({
      values: {
        ...memoryKeyValues(stored),
        read: async (key) => {
          if (isFailing) throw new DOMException('Internal error.', 'UnknownError')
          return stored.get(key)
        },
      },
      getDeviceId: deviceId,
      tabs: { announce: showAgain, listen: (listener) => others.push(listener) },
    })
    const firstCheck = createDeferred<SessionState>()
    const logged: string[] = []
    detectDatabaseLoss({
      session: {
        firstCheck: firstCheck.promise,
        hasOtherDevice: async () => hasOtherDevice,
        customer: () => (state.status === 'authenticated' || signsInLater ? customer : undefined),
      },
      deviceId,
      isNewDevice,
      notice,
      log: { warn: (message) => logged.push(message), error: (message) => logged.push(message) },
    })
    firstCheck.resolve(state)
    const isShown = async () => {
      await new Promise((resolve) => {
        setTimeout(resolve)
      })
      return notice.isFor(customer)
    }
    return { deviceId, notice, isShown, logged }
  }
  const erase = () => {
    disk.id = undefined
    stored.clear()
  }
  const loseDatabase = () => (disk.id = undefined)
  const readStored = () => Object.fromEntries(stored)
  return { open, loseDatabase, erase, showAgain, readStored, failStorage: () => (isFailing = true) }
}

test('shows a signed-in coach that the database was lost, without a connection', async () => {
  expect(await phone({ hasDatabase: false }).open(signedIn).isShown()).toBe(true)
})

test('shows nothing while the database has the id of the device', async () => {
  expect(await phone({ hasDatabase: true }).open(signedIn).isShown()).toBe(false)
})

test('shows nothing on a new phone, whose coach signs in after the start', async () => {
  const page = phone({ hasDatabase: false }).open(signedOut, { signsInLater: true })
  await page.deviceId()
  expect(await page.isShown()).toBe(false)
})

test('shows nothing if the database did not respond at the sign-in, and gets its id only now', async () => {
  expect(await phone({ hasDatabase: false }).open(signedIn, { hasOtherDevice: true }).isShown()).toBe(false)
})

test('shows a loss while the page is open', async () => {
  const { open, loseDatabase } = phone({ hasDatabase: true })
  const page = open(signedIn)
  expect(await page.isShown()).toBe(false)
  loseDatabase()
  await page.deviceId()
  expect(await page.isShown()).toBe(true)
})

test('shows each loss until it is dismissed, also if the server reports it again', async () => {
  const { open, loseDatabase } = phone({ hasDatabase: false })
  await open(signedIn).isShown()
  const nextPage = open(signedIn)
  expect(await nextPage.isShown()).toBe(true)
  await nextPage.notice.dismiss()
  await nextPage.notice.showTo(customer)
  expect(await nextPage.isShown()).toBe(false)
  expect(await open(signedIn).isShown()).toBe(false)

  loseDatabase()
  expect(await open(signedIn).isShown()).toBe(true)
})

test('shows nothing to the next coach after everything was erased, but a loss that follows', async () => {
  const { open, erase, loseDatabase } = phone({ hasDatabase: true })
  const page = open(signedIn)
  await page.deviceId()
  erase()
  await page.notice.recordErasure()

  // The server reports it, because the customer has used this browser under another id.
  const nextPage = open(signedOut)
  await nextPage.notice.showTo(customer)
  expect(await nextPage.isShown()).toBe(false)

  loseDatabase()
  await nextPage.notice.showTo(customer)
  expect(await nextPage.isShown()).toBe(true)
})

test('stays when the tab is shown again while storage does not respond', async () => {
  const { open, failStorage, showAgain } = phone({ hasDatabase: false })
  const page = open(signedIn)
  expect(await page.isShown()).toBe(true)
  failStorage()
  showAgain()
  expect(await page.isShown()).toBe(true)
})

test('dismissing it in one tab dismisses it in all', async () => {
  const { open } = phone({ hasDatabase: false })
  const pages = [open(signedIn), open(signedIn)] as const
  expect(await pages[0].isShown()).toBe(true)
  expect(await pages[1].isShown()).toBe(true)
  await pages[0].notice.dismiss()
  expect(await pages[1].isShown()).toBe(false)
})

test('is hidden only when its dismissal is stored, because the coach may leave the page at once', async () => {
  const { open, readStored } = phone({ hasDatabase: false })
  const page = open(signedIn)
  expect(await page.isShown()).toBe(true)
  const storedWhenHidden = new Promise((resolve) => {
    page.notice.subscribe(() => resolve(readStored()))
  })
  await page.notice.dismiss()
  expect(await storedWhenHidden).toEqual({ beganAnewRead: { customer, device: await page.deviceId() } })
})
