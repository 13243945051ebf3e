import type { Page } from '@playwright/test'

/** The id of this device; `given` is written in its place first, as somebody would who has it from elsewhere. */
export const deviceIdOf = (page: Page, given?: string): Promise<string> =>
  page.evaluate(
    (id) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('breaking-barriers')
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const counters = database.transaction('counters', 'readwrite').objectStore('counters')
          if (id !== undefined) counters.put(id, 'device')
          const reading = counters.get('device')
          reading.addEventListener('success', () => {
            database.close()
            resolve(String(reading.result))
          })
        })
      }),
    given,
  )
