import type { Page } from '@playwright/test'

/** The id of the page's device, from its database. */
export const readDeviceId = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('breaking-barriers')
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const reading = database.transaction('counters').objectStore('counters').get('device')
          reading.addEventListener('success', () => {
            database.close()
            resolve(String(reading.result))
          })
        })
      }),
  )
