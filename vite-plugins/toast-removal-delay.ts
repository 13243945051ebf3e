import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const sonner = /[\\/]sonner[\\/]dist[\\/]index\.mjs$/
const theirs = 'const TIME_BEFORE_UNMOUNT = 200;'
/** ms; specification §4 and §9 */
const ours = 'const TIME_BEFORE_UNMOUNT = 1000;'

/**
 * Removes a toast 1 s after it was dismissed. Sonner has this time as a constant and offers no option. Add it
 * to `plugins` and to `optimizeDeps.rolldownOptions.plugins`.
 */
export const toastRemovalDelay = (): Plugin => ({
  name: 'toast-removal-delay',
  enforce: 'pre',
  load: async (id) => {
    const [path = ''] = id.split('?')
    if (!sonner.test(path)) return null
    const code = await readFile(path, 'utf8')
    if (!code.includes(theirs)) throw new Error(`Sonner's removal delay is not where it was: ${theirs}`)
    return code.replace(theirs, ours)
  },
})
