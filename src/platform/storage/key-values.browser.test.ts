import { afterEach, expect, test, vi } from 'vitest'
import { createPageThatLeaves } from '../testing/page-that-leaves.ts'
import { createKeyValues, type KeyValues } from './key-values.ts'

afterEach(() => vi.useRealTimers())

const open = (name: string): IDBOpenDBRequest => indexedDB.open(name)

/** An open request that never gets a response. */
const silent = (name: string): IDBOpenDBRequest => {
  const request = indexedDB.open(name)
  for (const event of ['success', 'error', 'upgradeneeded']) {
    request.addEventListener(event, (answer) => answer.stopImmediatePropagation())
  }
  return request
}

test('another collection object of the same name reads the value back', async () => {
  await createKeyValues('read-back', open).write('name', 'Ana')
  expect(await createKeyValues('read-back', open).read('name')).toBe('Ana')
  await createKeyValues('read-back', open).remove('name')
  expect(await createKeyValues('read-back', open).read('name')).toBeUndefined()
})

test('two contexts that update a value at once each see what the other wrote', async () => {
  const tabs = [createKeyValues('change', open), createKeyValues('change', open)]
  const add = (stored: unknown) => (typeof stored === 'number' ? stored : 0) + 1
  await Promise.all([...tabs, ...tabs, ...tabs].map(({ update }) => update('count', add)))
  expect(await createKeyValues('change', open).read('count')).toBe(6)
})

/** A collection of a page in a frame, which ends when the frame is removed. */
const inFrame = (name: string) => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const { indexedDB: databases } = frame.contentWindow!
  return {
    values: createKeyValues(name, (database) => databases.open(database)),
    close: () => frame.remove(),
  }
}

test.each([
  ['written', ({ write }: KeyValues) => write('notice', 'read'), 'read'],
  ['removed', ({ remove }: KeyValues) => remove('notice'), undefined],
  ['cleared', ({ clear }: KeyValues) => clear(), undefined],
])('a value that is %s stays so if its page is closed at once', async (name, change, expected) => {
  // Many times, because a page that is closed a moment later may have written all the same.
  for (let turn = 0; turn < 20; turn += 1) {
    const { values, close } = inFrame(name)
    await values.write('notice', 'unread')
    void change(values)
    // The event ends here, as that of a tap does.
    await new Promise((resolve) => setTimeout(resolve))
    close()
    expect(await createKeyValues(name, open).read('notice')).toBe(expected)
  }
})

test('clears only the names with the given prefix', async () => {
  const values = createKeyValues('prefix', open)
  for (const name of ['position/a/1', 'position/b/2', 'a/position/']) await values.write(name, 1)
  await values.clear('position/')
  expect(await Promise.all(['position/a/1', 'position/b/2', 'a/position/'].map(values.read))).toEqual([
    undefined,
    undefined,
    1,
  ])
})

test('gives a database up that never opens, and the next call opens a new one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const openings = [silent, silent, (name: string) => indexedDB.open(name)]
  const values = createKeyValues('silent', (name) => openings.shift()!(`${name}-${openings.length}`))
  const asked = values.read('name').catch(String)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await asked).toBe('Error: IndexedDB did not respond.')
  await values.write('name', 'Ana')
  expect(await values.read('name')).toBe('Ana')
})

test('replaces a handle that died in the background, and continues the call', async () => {
  const handles: IDBDatabase[] = []
  const values = createKeyValues('dead', (name) => {
    const request = indexedDB.open(name)
    request.addEventListener('success', () => handles.push(request.result))
    return request
  })
  await values.write('name', 'Ana')
  handles[0]?.close()
  expect(await values.read('name')).toBe('Ana')
  expect(handles).toHaveLength(2)
})

test('a page that is suspended lets others delete its database, and continues when it is shown', async () => {
  const page = createPageThatLeaves()
  const values = createKeyValues('aside', open, page)
  await values.write('name', 'Ana')
  page.suspend()
  const read = values.read('name')
  await new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase('breaking-barriers-aside')
    deletion.addEventListener('success', resolve)
    deletion.addEventListener('blocked', () => reject(new Error('It is still open')))
  })
  page.show()
  expect(await read).toBeUndefined()
})

test('a page that is suspended while it creates its database blocks nobody, and continues when it is shown', async () => {
  const page = createPageThatLeaves()
  let making = 0
  /** Keeps the upgrade open until something ends it. */
  const holdUpgrade = (name: string): IDBOpenDBRequest => {
    const request = indexedDB.open(name)
    request.addEventListener('upgradeneeded', () => {
      making += 1
      const other = request.result.createObjectStore('other')
      const goOn = () => other.count().addEventListener('success', goOn)
      goOn()
    })
    return request
  }
  const written = createKeyValues('making', holdUpgrade, page).write('name', 'Ana')
  await expect.poll(() => making).toBe(1)
  page.suspend()
  const other = createKeyValues('making', open)
  await other.write('name', 'Bia')
  expect(await other.read('name')).toBe('Bia')
  page.show()
  await written
  expect(await other.read('name')).toBe('Ana')
})
