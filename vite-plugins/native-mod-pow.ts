import { join } from 'node:path'
import type { Plugin } from 'vite'

const bigIntegers = /srp[\\/]BigInteger[\\/]index\.mjs$/
const ours = JSON.stringify(join(import.meta.dirname, '../src/lib/native-mod-pow.ts'))

/** Puts `src/lib/native-mod-pow.ts` into the one module of Amplify that exists to be replaced on other platforms. */
export const nativeModPow = (): Plugin => ({
  name: 'native-mod-pow',
  enforce: 'pre',
  load: (id) =>
    bigIntegers.test(id)
      ? `import Slow from './BigInteger.mjs'
         import { withNativeModPow } from ${ours}
         export const BigInteger = withNativeModPow(Slow)`
      : null,
})
