import { basename } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The file with the letters that the texts of all locales use. */
const file = /^assets\/figtree-latin-wght-normal-.*\.woff2$/

/** Preloads the typeface together with the styles, so that it is available at the first paint of text. */
export const preloadTypeface = (): Plugin => ({
  name: 'breaking-barriers:preload-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { filename, bundle = {} }): HtmlTagDescriptor[] => {
      // The repair page shares no file with the page that it repairs.
      if (basename(filename) !== 'index.html') return []
      const font = Object.keys(bundle).find((name) => file.test(name))
      if (font === undefined) throw new Error('The typeface is not in the build')
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})
