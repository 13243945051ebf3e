import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const sonnerFile = /[\\/]sonner[\\/]dist[\\/]index\.mjs$/
const originalLine = 'const TIME_BEFORE_UNMOUNT = 200;'
/** In ms. Specification §4 removes a toast 1 s after it was dismissed. */
const replacementLine = 'const TIME_BEFORE_UNMOUNT = 1000;'

/**
 * Makes Sonner remove a toast 1 s after it was dismissed. Sonner has this time as a constant and offers no
 * option. Add this plugin to `plugins` and to `optimizeDeps.rolldownOptions.plugins` (for development).
 */
export const toastRemovalDelay = (): Plugin => ({
  name: 'toast-removal-delay',
  enforce: 'pre',
  load: async (id) => {
    const [path = ''] = id.split('?')
    if (!sonnerFile.test(path)) return null
    const code = await readFile(path, 'utf8')
    if (!code.includes(originalLine))
      throw new Error(`Sonner no longer contains its removal delay: ${originalLine}`)
    return code.replace(originalLine, replacementLine)
  },
})
