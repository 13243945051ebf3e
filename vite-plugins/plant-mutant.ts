import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Fault = { file: string; from: string; to: string }

/** Replaces a text of one module on its way to the tests; the file stays as it is. */
export const plantMutant = ({ file, from, to }: Fault): Plugin => ({
  name: 'plant-mutant',
  enforce: 'pre',
  transform: (code, id) => {
    if (id.split('?')[0] !== resolve(file).replaceAll('\\', '/')) return undefined
    // Not a pattern: `$&` in a text is these two letters.
    return { code: code.replace(from, () => to), map: null }
  },
})
