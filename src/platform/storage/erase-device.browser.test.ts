import { expect, test } from 'vitest'
import { createDatabase, awaitResult } from './database.ts'
import { eraseDevice } from './erase-device.ts'
import { createKeyValues } from './key-values.ts'

test('deletes everything, although other connections are open', async () => {
  const database = createDatabase(indexedDB)
  await database.write(['counters'], (transaction) =>
    awaitResult(transaction.objectStore('counters').put(1, 'sequence')),
  )
  const values = createKeyValues('erased', (name) => indexedDB.open(name))
  await values.write('name', 'Ana')
  localStorage.setItem('locale', 'pt-BR')
  await (await caches.open('words')).put('/words.json', new Response('{}'))

  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle('upload-copies', { create: true })
  const writable = await (await folder.getFileHandle('task-1', { create: true })).createWritable()
  await writable.write('half a match')
  // The file is still being written when the device is erased.
  setTimeout(() => void writable.close(), 300)

  await eraseDevice(window, () => false)

  expect(await values.read('name')).toBeUndefined()
  const left = await database.read(['counters'], (transaction) =>
    awaitResult(transaction.objectStore('counters').count()),
  )
  expect(left).toBe(0)
  expect(localStorage.length).toBe(0)
  expect(await caches.keys()).toEqual([])
  await expect(root.getDirectoryHandle('upload-copies')).rejects.toThrow('not be found')

  // Open handles continue to work: the next visit writes again.
  await values.write('name', 'Bia')
  expect(await values.read('name')).toBe('Bia')
})

test('keeps that a hosted page may still know somebody, so that their session there can be ended', async () => {
  localStorage.setItem('hosted-session', 'en-NZ')
  localStorage.setItem('locale', 'en-NZ')
  await eraseDevice(window, () => false)
  expect(Object.entries(localStorage)).toEqual([['hosted-session', 'en-NZ']])
  localStorage.clear()
})

test('a browser that cannot list its databases empties those of the app, and creates none', async () => {
  const before = (await indexedDB.databases()).map(({ name }) => name)
  const values = createKeyValues('session', (name) => indexedDB.open(name))
  await values.write('name', 'Ana')
  const { caches, localStorage, sessionStorage, navigator } = window
  const open: IDBFactory['open'] = (...args) => indexedDB.open(...args)

  await eraseDevice({ indexedDB: { open }, caches, localStorage, sessionStorage, navigator }, () => false)

  expect(await values.read('name')).toBeUndefined()
  const after = (await indexedDB.databases()).map(({ name }) => name)
  expect(new Set(after)).toEqual(new Set([...before, 'breaking-barriers-session']))
})

test('keeps the app, so that the next page can be shown without a connection', async () => {
  await (await caches.open('videos')).put('/film.mp4', new Response('film'))
  await (await caches.open('precache')).put('/index.html', new Response('app'))
  localStorage.setItem('locale', 'pt-BR')

  await eraseDevice(window, (name) => name === 'precache')

  expect(await caches.keys()).toEqual(['precache'])
  expect(localStorage.length).toBe(0)
})
