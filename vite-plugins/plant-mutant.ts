import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Fault = { file: string; from: string; to: string }

/** Replaces a text in one module when a test imports it. The file itself does not change. */
export const plantMutant = ({ file, from, to }: Fault): Plugin => ({
  name: 'plant-mutant',
  enforce: 'pre',
  transform: (code, id) => {
    if (id.split('?')[0] !== resolve(file).replaceAll('\\', '/')) return undefined
    // A function instead of a string, so that `$&` in `to` is not a replacement pattern.
    return { code: code.replace(from, () => to), map: null }
  },
})
