import type { Plugin } from 'vite'
import { buildScript } from './build-script.ts'

const entries = { check: 'src/too-old/check-browser.ts', page: 'src/too-old/too-old.ts' }

/**
 * Adds a script that checks the browser before the app starts (`src/too-old/`). Browsers that are too old
 * cannot parse the app's own scripts. `plugins` resolve the built-in messages.
 */
export const oldBrowsers = (plugins: () => Plugin[]): Plugin => {
  let check = ''
  return {
    name: 'breaking-barriers:old-browsers',
    apply: 'build',
    async buildStart() {
      const page = await buildScript(entries.page, { plugins: plugins() })
      const first = await buildScript(entries.check, {
        define: { tooOldScript: JSON.stringify(`/${page.fileName}`) },
      })
      check = `/${first.fileName}`
      for (const { fileName, source } of [page, first]) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { filename }) =>
        filename.endsWith('index.html')
          ? [{ tag: 'script', attrs: { src: check, defer: true }, injectTo: 'head-prepend' }]
          : [],
    },
  }
}
