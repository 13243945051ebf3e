import { createRequire } from 'node:module'
import { vi } from 'vitest'

/** The part of Amplify's store of a sign-in that this file uses. */
type SignInStore = { dispatch: (action: { type: 'SET_INITIAL_STATE' }) => void }
type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Loads the store of the Amplify that Node runs, and where it persists a sign-in. The store is private. */
const loadSignInStore = async () => {
  const library = createRequire(import.meta.resolve('aws-amplify')).resolve('@aws-amplify/auth')
  const { resolve } = createRequire(library)
  const toModule = (path: string, from: string) => new URL(path, `file://${from}`).href
  const core: { syncSessionStorage: Texts } = await import(
    toModule('../esm/index.mjs', resolve('@aws-amplify/core'))
  )
  const store: { signInStore: SignInStore } = await import(
    toModule('../esm/client/utils/store/signInStore.mjs', library)
  )
  return { ...core, ...store }
}

const { syncSessionStorage, signInStore } = await loadSignInStore()

/**
 * Gives Amplify and the app the same `sessionStorage`, as in a browser. `reload` makes Amplify read it again,
 * as a new page does. The caller restores mocks and globals.
 */
export const showAmplifyTab = () => {
  // The texts are its own properties, as in a browser.
  const storage: Record<string, string> & Texts = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void delete storage[key],
  })
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(syncSessionStorage, name).mockImplementation(storage[name])
  vi.stubGlobal('sessionStorage', storage)
  return {
    listKeys: () => Object.keys(storage),
    reload: () => signInStore.dispatch({ type: 'SET_INITIAL_STATE' }),
  }
}
