import { join } from 'node:path'
import type { Plugin } from 'vite'

const bigIntegers = /srp[\\/]BigInteger[\\/]BigInteger\.mjs$/
const ours = JSON.stringify(join(import.meta.dirname, '../src/lib/native-mod-pow.ts'))

/** Puts `src/lib/native-mod-pow.ts` into Amplify's big numbers, which are computed by hand otherwise. */
export const nativeModPow = (): Plugin => ({
  name: 'native-mod-pow',
  enforce: 'pre',
  transform: (code, id) =>
    bigIntegers.test(id)
      ? {
          code: `import { withNativeModPow } from ${ours}\n${code}\nwithNativeModPow(BigInteger)`,
          map: null,
        }
      : null,
})
