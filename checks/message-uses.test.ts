import { expect, test } from 'vitest'
import { readCatalogue } from '../locales/read-catalogue.ts'
import { defaultLocale } from '../src/config/locales.ts'
import { flattenMessages } from '../vite-plugins/compile-catalogue.ts'
import { readUses } from './message-uses.ts'

const uses = readUses()
const unused = (ids: readonly string[]) => ids.filter((id) => !uses.has(id))

test('every message is used: its id is in the sources, or the compiler knows its template', () => {
  const ids = Object.keys(flattenMessages(readCatalogue(defaultLocale, 'messages')))
  expect(ids.length).toBeGreaterThan(1000)
  expect(unused(ids), 'Delete these from every locales/*/messages.json').toEqual([])
})

test('finds an unused message, also beside those that a template makes', () => {
  const used = ['site.title', 'theme.sun', 'files.browse.order.newest', 'takeAlong.films.missing']
  const others = ['site.subtitle', 'theme.moon', 'files.browse.order.title', 'takeAlong.films.title']
  expect(unused([...used, ...others])).toEqual(others)
})
