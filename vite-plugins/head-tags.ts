import { basename } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { barColours } from '../src/config/themes.ts'
import { buildScript } from './build-script.ts'

const themeEntry = 'src/platform/theme/start-theme.ts'

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
      const { fileName, source } = await buildScript(themeEntry)
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
          attrs: built ? { src: `/${fileFor(built, filename)}` } : { type: 'module', src: `/${themeEntry}` },
          injectTo: 'head-prepend',
        },
      ],
    },
  }
}

/** The file with the letters that the texts of all locales use. */
const typefaceFile = /^assets\/figtree-latin-wght-normal-.*\.woff2$/

/** Preloads the typeface together with the styles, so that it is available at the first paint of text. */
export const preloadTypeface = (): Plugin => ({
  name: 'breaking-barriers:preload-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { filename, bundle = {} }): HtmlTagDescriptor[] => {
      // The repair page shares no file with the page that it repairs.
      if (basename(filename) !== 'index.html') return []
      const font = Object.keys(bundle).find((name) => typefaceFile.test(name))
      if (font === undefined) throw new Error('The typeface is not in the build')
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

const tooOldEntries = { check: 'src/too-old/check-browser.ts', page: 'src/too-old/too-old.ts' }

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
      const page = await buildScript(tooOldEntries.page, { plugins: plugins() })
      const first = await buildScript(tooOldEntries.check, {
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
