import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageThatLeaves } from '../testing/page-that-leaves.ts'
import { createDatabase, awaitResult, type Database } from './database.ts'

/** A write that stays open with pending requests until it was begun `times` times, and then ends. */
const openWrite = (database: Database, name: string, times: number) => {
  const begun = { times: 0 }
  const written = database.write(['counters'], async (transaction) => {
    begun.times += 1
    const counters = transaction.objectStore('counters')
    for (let left = begun.times < times ? 10_000 : 1; left > 0; left -= 1)
      await awaitResult(counters.put(begun.times, name))
  })
  return { begun, written }
}

const valueIn = (database: Database, name: string) =>
  database.read(['counters'], (given) => awaitResult<unknown>(given.objectStore('counters').get(name)))

test('a page that is suspended ends its transaction, and repeats it when it is shown', async () => {
  const page = createPageThatLeaves()
  const { begun, written } = openWrite(createDatabase(indexedDB, page), 'aside', 2)
  await expect.poll(() => begun.times).toBe(1)
  page.suspend()
  const other = createDatabase(indexedDB)
  expect(await valueIn(other, 'aside')).toBe(undefined)
  expect(begun.times).toBe(1)
  page.show()
  await written
  expect(await valueIn(other, 'aside')).toBe(2)
})

test('a page that is suspended and shown three times during one write completes it', async () => {
  const page = createPageThatLeaves()
  const { begun, written } = openWrite(createDatabase(indexedDB, page), 'often', 4)
  for (const time of [1, 2, 3]) {
    await expect.poll(() => begun.times).toBe(time)
    page.suspend()
    page.show()
  }
  await written
  expect(begun.times).toBe(4)
})

test('repeats a transaction that the page ended when it was suspended, however it fails', async () => {
  const page = createPageThatLeaves()
  const database = createDatabase(indexedDB, page)
  let times = 0
  await database.write(['counters'], async (transaction) => {
    times += 1
    const counters = transaction.objectStore('counters')
    await awaitResult(counters.count())
    if (times === 1) {
      page.suspend()
      page.show()
    }
    // As after a success that WebKit fires too late, when the transaction is over.
    counters.put(times, 'again')
  })
  expect(times).toBe(2)
})

test('a transaction of a page that was left never settles when the browser ends it', async () => {
  const page = createPageThatLeaves()
  const database = createDatabase(indexedDB, page)
  page.leave()
  const ended = vi.fn()
  const read = database.read(['uploads'], (transaction) => {
    const counted = awaitResult(transaction.objectStore('uploads').count())
    transaction.abort()
    return counted
  })
  read.then(ended, ended)
  const other = createDatabase(indexedDB)
  await valueIn(other, 'left')
  await valueIn(other, 'left')
  expect(ended).not.toHaveBeenCalled()
})

/** As in WebKit, which may fire no event for a transaction that a suspended page aborts. */
const abortSilently = () => {
  const spy = vi.spyOn(IDBTransaction.prototype, 'abort')
  spy.mockImplementation(function (this: IDBTransaction) {
    for (const type of ['abort', 'error'])
      this.db.addEventListener(type, (event) => event.stopPropagation(), { capture: true })
    spy.mockRestore()
    this.abort()
  })
  onTestFinished(() => spy.mockRestore())
}

test('repeats a transaction whose end the browser does not report to the page that is shown again', async () => {
  abortSilently()
  const page = createPageThatLeaves()
  const { begun, written } = openWrite(createDatabase(indexedDB, page), 'silent', 2)
  await expect.poll(() => begun.times).toBe(1)
  page.suspend()
  page.show()
  await written
  expect(await valueIn(createDatabase(indexedDB), 'silent')).toBe(2)
})
