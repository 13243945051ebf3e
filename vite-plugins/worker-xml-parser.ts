import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const browserParser = /xml-builder[\\/]dist-es[\\/]xml-parser\.browser\.js$/

/**
 * Gives the AWS SDK its own XML parser in a worker. The one it picks for browsers needs `DOMParser`, which workers do
 * not have: every response of S3 would fail. Belongs to `worker.plugins` and to `optimizeDeps.rolldownOptions.plugins`.
 */
export const awsXmlParserInWorkers = (): Plugin => ({
  name: 'aws-xml-parser-in-workers',
  enforce: 'pre',
  load: (id) => {
    const [path = ''] = id.split('?')
    return browserParser.test(path) ? readFile(path.replace('.browser.js', '.js'), 'utf8') : null
  },
})
