import type { HtmlTagDescriptor, IndexHtmlTransformContext, Plugin } from 'vite'
import { expect, test } from 'vitest'
import { startTheme } from '../src/config/start-theme.ts'
import { oldBrowsers, themeScript } from './head-tags.ts'

/** The tags that a plugin adds to a page. */
const tagsOf = ({ transformIndexHtml }: Plugin, page: string): HtmlTagDescriptor[] => {
  if (typeof transformIndexHtml !== 'object') throw new Error('The plugin adds no tags.')
  const context = { path: `/${page}`, filename: `/app/${page}` } satisfies IndexHtmlTransformContext
  return Reflect.apply(transformIndexHtml.handler, {}, ['', context])
}

test.each(['index.html', 'recover.html'])('no script in the head of %s delays the page', (page) => {
  const tags = [themeScript(), oldBrowsers(() => [])].flatMap((plugin) => tagsOf(plugin, page))
  const scripts = tags.filter(({ tag }) => tag === 'script')
  const blocking = scripts.filter(({ attrs }) => attrs?.['src'] !== undefined && attrs['defer'] !== true)
  expect(blocking).toEqual([])
  // It sets the colours of the browser's bars, so their tags come before it.
  expect(tags.slice(0, 4).map(({ tag, children }) => children ?? tag)).toEqual([
    'meta',
    'meta',
    'meta',
    startTheme,
  ])
  expect(tags[0]?.attrs).toEqual({ charset: 'utf-8' })
})
