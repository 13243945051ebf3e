import { basename } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The file that has the letters of every locale's own words. */
const file = /^assets\/figtree-latin-wght-normal-.*\.woff2$/

/** Has the typeface fetched together with the styles, so that it is there when the first words are painted. */
export const preloadTypeface = (): Plugin => ({
  name: 'breaking-barriers:preload-typeface',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { filename, bundle = {} }): HtmlTagDescriptor[] => {
      // The page that repairs shares no file with the one that it repairs.
      if (basename(filename) !== 'index.html') return []
      const font = Object.keys(bundle).find((name) => file.test(name))
      if (font === undefined) throw new Error('The typeface is not in the build')
      const attrs = { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})
