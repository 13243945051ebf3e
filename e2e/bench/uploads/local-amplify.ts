import type { Plugin } from 'vite'

/** Changes to Amplify 6.22, which otherwise rewrites a custom endpoint and then rejects it. */
const changes = [
  [`!customEndpoint.includes('://')`, 'true'],
  ['`https://${customEndpoint}`', 'customEndpoint'],
] as const

/** Lets Amplify's storage use its local testing endpoint, which this version rejects because of its `://`. */
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
