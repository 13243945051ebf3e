import type { Page } from '@playwright/test'

/** Everything that the site stores in the browser, except HttpOnly cookies, each as text. */
export const readStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(request.error?.message)))
      })
    const found: Record<string, string> = {
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      cookies: document.cookie,
    }
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await done(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const objects = () => database.transaction(store).objectStore(store)
        const kept = [await done(objects().getAllKeys()), await done(objects().getAll())]
        found[`${name}/${store}`] = JSON.stringify(kept)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // Pictures and styles contain no secrets. Responses of services are text or JSON.
        const answer = await cache.match(request)
        if (!/json|text|javascript/.test(answer?.headers.get('Content-Type') ?? '')) continue
        found[`${name} ${request.url}`] = (await answer?.text()) ?? ''
      }
    }
    const files = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        found[`${path}/${name}`] = name
        if (handle instanceof FileSystemDirectoryHandle) await files(handle, `${path}/${name}`)
      }
    }
    await files(await navigator.storage.getDirectory(), 'files')
    return found
  })
