import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { courses } from '../src/config/courses.ts'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import { pageIds, slugIds } from '../src/config/pages.ts'
import { createTranslator } from './compile-catalogue.ts'

/**
 * Lists the paths of the routes in a folder with their parameters, such as `verify/$number`. Skips tests,
 * files with a leading dash, which are parts of other routes, and `$.tsx`, which matches all unknown paths. A
 * folder or file with a leading underscore is not part of a path.
 */
const listRoutes = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = entry.name.replace(/\.tsx$/, '')
    if (/^-|\.test\.|^\$$/.test(name)) return []
    const pathsBelow = entry.isDirectory() ? listRoutes(join(folder, name)) : ['']
    // `route.tsx` is a layout. It is treated like `index.tsx`, because it can redirect from the path of its
    // folder, like the layout of the admin pages.
    if (/^_|^(?:index|route)$/.test(name)) return pathsBelow
    return pathsBelow.map((path) => (path === '' ? name : `${name}/${path}`))
  })

const routes = listRoutes(join(import.meta.dirname, '../src/routes/$locale'))

/**
 * Lists the paths of all pages below a locale, with the locale's slugs and the ids of the modules. Other
 * parameters stay as they are: `verify/$number`.
 */
export const listPagePaths = (locale: LocaleCode): string[] => {
  const t = createTranslator(locale)
  const expandRoute = (route: string): string[] => {
    if (route === '$slug') return [...pageIds, ...slugIds.map(t)]
    if (!route.startsWith('$slug/')) return [route]
    return courses.flatMap(({ slug, modules }) =>
      modules.map(({ id }) => route.replace('$slug', t(slug)).replace('$module', id)),
    )
  }
  return [...new Set(routes.flatMap(expandRoute))].toSorted()
}

/**
 * Writes the paths of all pages by locale to `known-addresses.json`. The server responds to all other paths
 * with "not found".
 */
export const knownAddresses = (): Plugin => ({
  name: 'breaking-barriers:known-addresses',
  apply: 'build',
  generateBundle() {
    const pathsByLocale = Object.fromEntries(localeCodes.map((locale) => [locale, listPagePaths(locale)]))
    this.emitFile({ type: 'asset', fileName: 'known-addresses.json', source: JSON.stringify(pathsByLocale) })
  },
})
