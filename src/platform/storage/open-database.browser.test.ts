import { expect, test } from 'vitest'
import { createPageThatLeaves } from '../testing/page-that-leaves.ts'
import { createKeyValues } from './key-values.ts'
import { openDatabase } from './open-database.ts'

/** The stages of an open request at which the page is suspended. `upgraded` is before its `success` event. */
const moments = ['asked for', 'being upgraded', 'upgraded'] as const
type Moment = (typeof moments)[number]

/** Opens a new database and calls back at a stage of the request. */
const openUntil = (name: string, moment: Moment, reached: () => void): IDBOpenDBRequest => {
  const request = indexedDB.open(name)
  if (moment === 'asked for') queueMicrotask(reached)
  request.addEventListener('upgradeneeded', () => {
    const upgraded = request.result.createObjectStore('other').count()
    if (moment === 'being upgraded') upgraded.addEventListener('success', reached)
  })
  if (moment === 'upgraded') request.addEventListener('success', reached)
  return request
}

/** Deletes a database. Rejects if a connection to it is open. */
const deleteUnused = (name: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(name)
    deletion.addEventListener('success', resolve)
    deletion.addEventListener('blocked', () => reject(new Error('It is still open')))
  })

test.each(moments)('a page that is suspended while its database is %s ends the opening', async (moment) => {
  const page = createPageThatLeaves()
  const name = `ended-${moment}`
  let opening: IDBOpenDBRequest | undefined
  const opened = openDatabase(() => {
    opening = openUntil(name, moment, page.suspend)
    return opening
  }, page)
  await expect(opened.then(() => undefined)).rejects.toMatchObject({ name: 'AbortError' })
  await expect.poll(() => opening?.readyState).toBe('done')
  await deleteUnused(name)
})

test.each(moments)(
  'a call to a database that was %s when the page was suspended starts when the page is shown',
  async (moment) => {
    const page = createPageThatLeaves()
    const isSuspended = new Promise<void>((resolve) => void page.onSuspend(resolve))
    let asked = 0
    const open = (name: string): IDBOpenDBRequest => {
      asked += 1
      return asked === 1 ? openUntil(name, moment, page.suspend) : indexedDB.open(name)
    }
    const written = createKeyValues(`shown-${moment}`, open, page).write('name', 'Ana')
    await isSuspended
    const other = createKeyValues(`shown-${moment}`, (name) => indexedDB.open(name))
    await other.write('name', 'Bia')
    expect(await other.read('name')).toBe('Bia')
    expect(asked).toBe(1)
    page.show()
    await written
    expect(await other.read('name')).toBe('Ana')
  },
)

test('makes writes that waited while the page was suspended in order, however the browser resumes it', async () => {
  const page = createPageThatLeaves()
  const isSuspended = new Promise<void>((resolve) => void page.onSuspend(resolve))
  let delay = 60
  // WebKit resumes the timers of a page in no fixed order.
  const haltIfLeft = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, (delay -= 20))
    })
  let asked = 0
  const open = (name: string): IDBOpenDBRequest => {
    asked += 1
    return asked === 1 ? openUntil(name, 'being upgraded', page.suspend) : indexedDB.open(name)
  }
  const values = createKeyValues('order', open, { ...page, haltIfLeft })
  const written = ['A', 'An', 'Ana'].map((typed) => values.write('name', typed))
  await isSuspended
  page.show()
  await Promise.all(written)
  expect(await values.read('name')).toBe('Ana')
  expect(asked).toBe(2)
})
