import type { Page } from '@playwright/test'

/** Reads the id of the page's device from its database. */
export const readDeviceId = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const openRequest = indexedDB.open('breaking-barriers')
        openRequest.addEventListener('error', () => reject(new Error('The database cannot be opened')))
        openRequest.addEventListener('success', () => {
          const database = openRequest.result
          const readRequest = database.transaction('counters').objectStore('counters').get('device')
          readRequest.addEventListener('success', () => {
            database.close()
            resolve(String(readRequest.result))
          })
        })
      }),
  )
