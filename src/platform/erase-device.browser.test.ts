import { expect, test } from 'vitest'
import { createDatabase, answerOf } from './database.ts'
import { eraseDevice } from './erase-device.ts'
import { createKeyValues } from './key-values.ts'

test('nothing is left, although other connections are open', async () => {
  const database = createDatabase(indexedDB)
  await database.write(['counters'], (transaction) =>
    answerOf(transaction.objectStore('counters').put(1, 'sequence')),
  )
  const values = createKeyValues('erased')
  await values.write('name', 'Ana')
  localStorage.setItem('locale', 'pt-BR')
  await (await caches.open('words')).put('/words.json', new Response('{}'))

  await eraseDevice({
    databases: indexedDB,
    caches,
    local: localStorage,
    session: sessionStorage,
    workers: navigator.serviceWorker,
  })

  expect(await values.read('name')).toBeUndefined()
  const left = await database.read(['counters'], (transaction) =>
    answerOf(transaction.objectStore('counters').count()),
  )
  expect(left).toBe(0)
  expect(localStorage.length).toBe(0)
  expect(await caches.keys()).toEqual([])

  // What was open before goes on working: the next visit writes again.
  await values.write('name', 'Bia')
  expect(await values.read('name')).toBe('Bia')
})
