import type { Plugin } from 'vite'

/** A path with the summary after it, or a summary by its name, as the files of the contract write them. */
const summaryPattern = /((?:Call|Query)\(\s*'\/api\/[^']*',\s*|\bsummary:\s*)(?:'[^'\n]*'|"[^"\n]*")/g

/** Replaces the summaries in a file of the product API's contract with empty texts. */
export const omitSummaries = (code: string): string => code.replaceAll(summaryPattern, "$1''")

/**
 * Leaves the summaries of the product API's calls out of the app. Only the server shows them, in the API
 * document, and the contract is part of what every form waits for.
 */
export const callSummaries = (): Plugin => ({
  name: 'call-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]src[\\/]contract[\\/]product-api[\\/][\w-]+\.ts$/ },
    handler: (code) => ({ code: omitSummaries(code), map: null }),
  },
})
