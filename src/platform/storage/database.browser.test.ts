import { afterEach, expect, test, vi } from 'vitest'
import { neverSuspended } from '../page-cache.ts'
import { awaitResult, createDatabase } from './database.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** An open request without a response. It opens another database, because it creates no stores. */
const silent: IDBFactory['open'] = () => {
  const request = indexedDB.open('silent')
  for (const event of ['success', 'error', 'upgradeneeded']) {
    request.addEventListener(event, (answer) => answer.stopImmediatePropagation())
  }
  return request
}

const countUploads = (database: ReturnType<typeof createDatabase>) =>
  database.read(['uploads'], (transaction) => awaitResult(transaction.objectStore('uploads').count()))

test('repeats an opening without a response once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opens = [silent, indexedDB.open.bind(indexedDB)]
  const database = createDatabase({ open: (...args) => opens.shift()!(...args) })
  const counted = countUploads(database)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await counted).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('accepts a slow response to the first opening', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const held = Promise.withResolvers<void>()
  const slow: IDBFactory['open'] = (...args) => {
    const request = indexedDB.open(...args)
    const hold = (event: Event) => {
      event.stopImmediatePropagation()
      held.resolve()
      setTimeout(() => {
        request.removeEventListener('success', hold)
        request.dispatchEvent(new Event('success'))
      }, 12_000)
    }
    request.addEventListener('success', hold)
    return request
  }
  const opens = [slow, silent]
  const database = createDatabase({ open: (...args) => opens.shift()!(...args) })
  const counted = countUploads(database)
  await held.promise
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await counted).toBe(0)
})

test('gives a database up that never opens, and the next call opens a new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opens = [silent, silent, indexedDB.open.bind(indexedDB)]
  const database = createDatabase({ open: (...args) => opens.shift()!(...args) })
  const counted = countUploads(database).catch(String)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await counted).toBe('Error: IndexedDB did not respond.')
  expect(await countUploads(database)).toBe(0)
})

/** The browser's database, with all handles that it returned. */
const watched = () => {
  const handles: IDBDatabase[] = []
  const open: IDBFactory['open'] = (...args) => {
    const request = indexedDB.open(...args)
    request.addEventListener('success', () => handles.push(request.result))
    return request
  }
  return { handles, database: createDatabase({ open }) }
}

test('replaces a handle that died in the background, and continues the call', async () => {
  const { handles, database } = watched()
  await countUploads(database)
  handles[0]?.close()
  expect(await countUploads(database)).toBe(0)
  expect(handles).toHaveLength(2)
})

test('replaces a handle only once, and rejects when the database stays dead', async () => {
  const { handles, database } = watched()
  const dead = () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  }
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(dead)
  await expect(countUploads(database)).rejects.toThrow('closing')
  expect(handles).toHaveLength(2)
})

test('a write resolves only when it is on the disk', async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const { database } = watched()
  await database.write(['counters'], async (transaction) => {
    transaction.objectStore('counters').put(1, 'one')
  })
  expect(begun).toHaveBeenCalledWith(['counters'], 'readwrite', { durability: 'strict' })
})

test('replaces a handle that dies during a transaction, of which nothing was written', async () => {
  const { handles, database } = watched()
  let tries = 0
  await database.write(['counters'], async (transaction) => {
    tries += 1
    transaction.objectStore('counters').put(tries, `try ${tries}`)
    if (tries === 1) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  })
  const names = await database.read(['counters'], (transaction) =>
    awaitResult(transaction.objectStore('counters').getAllKeys()),
  )
  expect(names).toContain('try 2')
  expect(names).not.toContain('try 1')
  expect(handles).toHaveLength(2)
})

test('rejects with the error of the request that aborted the transaction, such as a full disk', async () => {
  const { database } = watched()
  const writing = database.write(['counters'], async (transaction) => {
    const counters = transaction.objectStore('counters')
    counters.add(1, 'taken')
    counters.add(2, 'taken')
    await awaitResult(counters.get('taken'))
    await awaitResult(counters.get('taken'))
  })
  await expect(writing).rejects.toMatchObject({ name: 'ConstraintError' })
})

test('a tab of an older version keeps working after a newer one has upgraded the database', async () => {
  const { database } = watched()
  await countUploads(database)
  // As the next version of the app does: the tab closes its handle and then finds an unknown version.
  const upgrade = indexedDB.open('breaking-barriers', 99)
  await new Promise((resolve) => upgrade.addEventListener('success', resolve))
  upgrade.result.close()
  expect(await countUploads(database)).toBe(0)
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('breaking-barriers').addEventListener('success', resolve)
  })
})

/** Another window, whose transaction over the store stays open until the returned function is called. */
const holdStore = async (store: string) => {
  const opening = indexedDB.open('breaking-barriers')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const transaction = opening.result.transaction(store, 'readwrite')
  const state = { held: true }
  const holding = (async () => {
    while (state.held) await awaitResult(transaction.objectStore(store).count())
    opening.result.close()
  })()
  return async () => {
    state.held = false
    await holding
  }
}

test('a write that another window blocks times out, and is not made later', async () => {
  const database = createDatabase(indexedDB, neverSuspended, 100)
  await countUploads(database)
  const letGo = await holdStore('counters')
  const write = (name: string) =>
    database.write(['counters'], async (transaction) => {
      transaction.objectStore('counters').put(1, name)
    })
  await expect(write('late')).rejects.toMatchObject({ name: 'TimeoutError' })
  await letGo()
  await write('in time')
  const names = await database.read(['counters'], (transaction) =>
    awaitResult(transaction.objectStore('counters').getAllKeys()),
  )
  expect(names).toContain('in time')
  expect(names).not.toContain('late')
})

test('an open database that stops responding times out like one that another window blocks', async () => {
  const database = createDatabase(indexedDB, neverSuspended, 100)
  await countUploads(database)
  const letGo = await holdStore('uploads')
  // oxlint-disable-next-line typescript/unbound-method -- called with the `this` of each call
  const listen = EventTarget.prototype.addEventListener
  // Readers receive no event, not even when their transaction is aborted.
  vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    ...how
  ) {
    const transaction = this instanceof IDBRequest ? this.transaction : this
    const reads = transaction instanceof IDBTransaction && transaction.mode === 'readonly'
    if (!reads) listen.apply(this, how)
  })
  await expect(countUploads(database)).rejects.toMatchObject({ name: 'TimeoutError' })
  await letGo()
})
