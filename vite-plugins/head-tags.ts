import { basename } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { startTheme } from '../src/config/start-theme.ts'
import { barColours } from '../src/config/themes.ts'
import { buildScript } from './build-script.ts'

/**
 * Sets the theme of each page before the first paint. The script is inside the page, because a separate file
 * could load slowly and would delay everything after it.
 */
export const themeScript = (): Plugin => ({
  name: 'breaking-barriers:theme-script',
  transformIndexHtml: {
    order: 'post',
    handler: (): HtmlTagDescriptor[] => [
      // A page has to declare its encoding within the first 1024 bytes, so the tag precedes the script.
      { tag: 'meta', attrs: { charset: 'utf-8' }, injectTo: 'head-prepend' },
      { tag: 'meta', attrs: { name: 'theme-color', content: barColours.light }, injectTo: 'head-prepend' },
      { tag: 'meta', attrs: { name: 'color-scheme', content: 'light dark' }, injectTo: 'head-prepend' },
      { tag: 'script', children: startTheme, injectTo: 'head-prepend' },
    ],
  },
})

/** The fonts of texts and of headings: the files with the letters that all locales use. */
const fontFiles = [
  /^assets\/figtree-latin-wght-normal-.*\.woff2$/,
  /^assets\/sofia-sans-extra-condensed-latin-800-normal-.*\.woff2$/,
]

/** Preloads the fonts together with the styles, so that they are available at the first paint of text. */
export const preloadFonts = (): Plugin => ({
  name: 'breaking-barriers:preload-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { filename, bundle = {} }): HtmlTagDescriptor[] => {
      // The repair page shares no file with the page that it repairs.
      if (basename(filename) !== 'index.html') return []
      return fontFiles.map((file) => {
        const font = Object.keys(bundle).find((name) => file.test(name))
        if (font === undefined) throw new Error(`The build has no file ${file}`)
        const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
        return { tag: 'link', attrs, injectTo: 'head' }
      })
    },
  },
})

/** The entry points of two scripts: `check` tests the browser and loads `page` if the browser is too old. */
const tooOldEntries = { check: 'src/too-old/check-browser.ts', page: 'src/too-old/too-old.ts' }

/**
 * Adds a script that checks the browser before the app starts (`src/too-old/`), because browsers that are too
 * old cannot parse the app's own scripts. `plugins` creates the plugins that resolve the messages of the page
 * for these browsers.
 */
export const oldBrowsers = (plugins: () => Plugin[]): Plugin => {
  let checkScriptUrl = ''
  return {
    name: 'breaking-barriers:old-browsers',
    apply: 'build',
    async buildStart() {
      const tooOldScript = await buildScript(tooOldEntries.page, { plugins: plugins() })
      const checkScript = await buildScript(tooOldEntries.check, {
        define: { tooOldScript: JSON.stringify(`/${tooOldScript.fileName}`) },
      })
      checkScriptUrl = `/${checkScript.fileName}`
      for (const { fileName, source } of [tooOldScript, checkScript])
        this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { filename }) =>
        filename.endsWith('index.html')
          ? [{ tag: 'script', attrs: { src: checkScriptUrl, defer: true }, injectTo: 'head-prepend' }]
          : [],
    },
  }
}
