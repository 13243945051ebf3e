import type { Plugin } from 'vite'

/** What Amplify 6.22 does to an address of its own choosing before it uses it, and what it must do to reach it. */
const changes = [
  [`!customEndpoint.includes('://')`, 'true'],
  ['`https://${customEndpoint}`', 'customEndpoint'],
] as const

/** Lets Amplify's storage use its local testing address, which this version then refuses for being an address. */
export const localAmplify = (): Plugin => ({
  name: 'local-amplify',
  transform(code, id) {
    if (!id.endsWith('/storage/dist/esm/providers/s3/utils/client/s3data/base.mjs')) return undefined
    return changes.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`Amplify's storage has changed: ${from}`)
      return text.replace(from, to)
    }, code)
  },
})
