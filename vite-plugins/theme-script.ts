import { basename } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { barColours } from '../src/config/themes.ts'
import { buildScript } from './build-script.ts'

const entry = 'src/platform/theme/start-theme.ts'

/**
 * Sets the theme of each page before the first paint. A separate script does this, because the CSP does not
 * allow inline scripts.
 */
export const themeScript = (): Plugin => {
  /** The name of the script without its folder; undefined in development. */
  let built: string | undefined
  // The repair page shares no file with the page that it repairs.
  const fileFor = (name: string, page: string) =>
    `assets/${basename(page) === 'recover.html' ? 'recover-' : ''}${name}`
  return {
    name: 'breaking-barriers:theme-script',
    async buildStart() {
      if (this.environment.config.command !== 'build') return
      const { fileName, source } = await buildScript(entry)
      built = basename(fileName)
      for (const page of ['index.html', 'recover.html'])
        this.emitFile({ type: 'asset', fileName: fileFor(built, page), source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { filename }): HtmlTagDescriptor[] => [
        { tag: 'meta', attrs: { name: 'theme-color', content: barColours.light }, injectTo: 'head-prepend' },
        { tag: 'meta', attrs: { name: 'color-scheme', content: 'light dark' }, injectTo: 'head-prepend' },
        {
          tag: 'script',
          attrs: built ? { src: `/${fileFor(built, filename)}` } : { type: 'module', src: `/${entry}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}
