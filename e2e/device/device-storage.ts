import type { Page } from '@playwright/test'

/**
 * Reads everything that the site stores in the browser, except HttpOnly cookies and binary content. The
 * result has a text for each storage, such as `localStorage` or an object store.
 */
export const readStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const awaitResult = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error(request.error?.message)))
      })
    const textByPlace: Record<string, string> = {
      localStorage: JSON.stringify(Object.entries(localStorage)),
      sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
      cookies: document.cookie,
    }
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await awaitResult(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const openStore = () => database.transaction(store).objectStore(store)
        const content = [await awaitResult(openStore().getAllKeys()), await awaitResult(openStore().getAll())]
        textByPlace[`${name}/${store}`] = JSON.stringify(content)
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // Pictures and styles contain no secrets. Responses of services are text or JSON.
        const response = await cache.match(request)
        if (!/json|text|javascript/.test(response?.headers.get('Content-Type') ?? '')) continue
        textByPlace[`${name} ${request.url}`] = (await response?.text()) ?? ''
      }
    }
    const addFileNames = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, handle] of folder.entries()) {
        textByPlace[`${path}/${name}`] = name
        if (handle instanceof FileSystemDirectoryHandle) await addFileNames(handle, `${path}/${name}`)
      }
    }
    await addFileNames(await navigator.storage.getDirectory(), 'files')
    return textByPlace
  })
