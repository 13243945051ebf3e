import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { courses } from '../src/config/courses.ts'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import { pageIds, slugIds } from '../src/config/pages.ts'
import { messagesOf } from './compile-catalogue.ts'

/**
 * The addresses of the routes in a folder. A file with a leading dash is a part of a route. A name with a
 * leading underscore is not part of an address. `$.tsx` matches everything that no other route matches.
 */
const routesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = entry.name.replace(/\.tsx$/, '')
    if (/^-|\.test\.|^\$$/.test(name)) return []
    const below = entry.isDirectory() ? routesIn(join(folder, name)) : ['']
    // A layout can redirect from the address of its folder, as the layout of the admin pages does.
    if (/^_|^(?:index|route)$/.test(name)) return below
    return below.map((address) => (address === '' ? name : `${name}/${address}`))
  })

const routes = routesIn(join(import.meta.dirname, '../src/routes/$locale'))

/**
 * The addresses of the app below a locale, with the locale's slugs. Other parameters keep the name of their
 * route, as in `verify/$number`.
 */
export const addressesIn = (locale: LocaleCode): string[] => {
  const text = messagesOf(locale)
  const addressesOf = (route: string): string[] => {
    if (route === '$slug') return [...pageIds, ...slugIds.map(text)]
    if (!route.startsWith('$slug/')) return [route]
    return courses.flatMap(({ slug, modules }) =>
      modules.map(({ id }) => route.replace('$slug', text(slug)).replace('$module', id)),
    )
  }
  return [...new Set(routes.flatMap(addressesOf))].toSorted()
}

/** Writes the addresses that the router knows, for the server. All other addresses are not found. */
export const knownAddresses = (): Plugin => ({
  name: 'breaking-barriers:known-addresses',
  apply: 'build',
  generateBundle() {
    const known = Object.fromEntries(localeCodes.map((locale) => [locale, addressesIn(locale)]))
    this.emitFile({ type: 'asset', fileName: 'known-addresses.json', source: JSON.stringify(known) })
  },
})
