import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { courses } from '../src/config/courses.ts'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import { pageIds, slugIds } from '../src/config/pages.ts'
import { createTranslator } from './compile-catalogue.ts'

/**
 * The paths of the routes in a folder, with their parameters, as in `verify/$number`. A file with a leading
 * dash is a part of a route. A name with a leading underscore is not part of a path. `$.tsx` matches
 * everything that no other route matches.
 */
const routesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = entry.name.replace(/\.tsx$/, '')
    if (/^-|\.test\.|^\$$/.test(name)) return []
    const below = entry.isDirectory() ? routesIn(join(folder, name)) : ['']
    // A layout can redirect from the path of its folder, as the layout of the admin pages does.
    if (/^_|^(?:index|route)$/.test(name)) return below
    return below.map((path) => (path === '' ? name : `${name}/${path}`))
  })

const routes = routesIn(join(import.meta.dirname, '../src/routes/$locale'))

/**
 * The paths of all pages below a locale, with the locale's slugs and the ids of the modules. Other parameters
 * stay, as in `verify/$number`.
 */
export const pagePathsIn = (locale: LocaleCode): string[] => {
  const t = createTranslator(locale)
  const listPaths = (route: string): string[] => {
    if (route === '$slug') return [...pageIds, ...slugIds.map(t)]
    if (!route.startsWith('$slug/')) return [route]
    return courses.flatMap(({ slug, modules }) =>
      modules.map(({ id }) => route.replace('$slug', t(slug)).replace('$module', id)),
    )
  }
  return [...new Set(routes.flatMap(listPaths))].toSorted()
}

/**
 * Writes the paths of all pages by locale, for the server. It responds to all other paths with "not found".
 */
export const knownAddresses = (): Plugin => ({
  name: 'breaking-barriers:known-addresses',
  apply: 'build',
  generateBundle() {
    const pathsByLocale = Object.fromEntries(localeCodes.map((locale) => [locale, pagePathsIn(locale)]))
    this.emitFile({ type: 'asset', fileName: 'known-addresses.json', source: JSON.stringify(pathsByLocale) })
  },
})
