import { createRequire } from 'node:module'
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'

/** The oldest browsers that the app supports (`docs/browsers.md`), by their names in MDN's compatibility data. */
const floor = { chrome: '109', firefox: '115', safari_ios: '16.4' } as const

/** Something of a global scope: a global, or a member of one, on it or on its prototype. */
type Addition = [owner: string, member?: string]

const numbersOf = (version: string): number[] => version.replace('≤', '').split('.').map(Number)

const isAfter = (version: string, other: string): boolean => {
  const [a, b] = [numbersOf(version), numbersOf(other)]
  const at = [0, 1, 2].find((place) => (a[place] ?? 0) !== (b[place] ?? 0))
  return at !== undefined && (a[at] ?? 0) > (b[at] ?? 0)
}

/** Under its own name, without a setting, and not only in a preview. */
const isThere = (statement: SimpleSupportStatement, version: string): boolean => {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false
  return !isAfter(added, version) && (typeof removed !== 'string' || isAfter(removed, version))
}

/** Whether one of the oldest browsers lacks it. */
const isMissing = ({ support }: CompatStatement): boolean =>
  Object.entries(floor).some(([browser, version]) => {
    const found = support[browser as keyof typeof floor]
    return !found || ![found].flat().some((statement) => isThere(statement, version))
  })

const membersOf = (node: Identifier): [string, Identifier][] =>
  Object.entries(node).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

const additionsIn = (tree: Identifier, prefix = ''): Addition[] =>
  membersOf(tree).flatMap(([name, node]): Addition[] => {
    const owner = `${prefix}${name}`
    const isNewOwner = node.__compat !== undefined && isMissing(node.__compat)
    const members = membersOf(node).flatMap(([member, inner]): Addition[] => {
      // Its constructor, and its events: only what they are called on can be taken away.
      if (member === name || member.endsWith('_event')) return []
      // `Intl.Segmenter` is a global below another one.
      if (/^[A-Z]\w*[a-z]/.test(member)) return additionsIn({ [member]: inner }, `${owner}.`)
      const isNew = isNewOwner || (inner.__compat && isMissing(inner.__compat))
      return isNew ? [[owner, member]] : []
    })
    // Its prototype can be reached without its name, as that of iterators.
    return members.concat(isNewOwner ? [[owner]] : [])
  })

/** What at least one of the oldest browsers lacks of the language and of the web's interfaces. */
const newerThanFloor = (): Addition[] => {
  const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  return [...additionsIn(api), ...additionsIn(javascript['builtins'] ?? {})]
}

/** Runs in a page, a worker or a service worker before everything else. */
const remove = (additions: Addition[]): void => {
  const read = (from: object | undefined, name: PropertyKey): object | undefined =>
    from && (Reflect.getOwnPropertyDescriptor(from, name)?.value as object | undefined)
  for (const [path, member] of additions) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const holder = names.reduce<object | undefined>(read, globalThis)
    if (member === undefined) {
      if (holder) Reflect.deleteProperty(holder, last)
      continue
    }
    const owner = read(holder, last)
    // `Response.json` is newer than the `json` of a response.
    const isStatic = member.endsWith('_static')
    const name = member.replace(/_static$/, '')
    const key = name.startsWith('@@') ? (Reflect.get(Symbol, name.slice(2)) as symbol) : name
    const isGlobal = /^Window$|GlobalScope$/.test(last)
    const instances = isStatic ? [] : [read(owner, 'prototype'), isGlobal ? globalThis : undefined]
    for (const place of [owner, ...instances]) if (place) Reflect.deleteProperty(place, key)
  }
}

let prelude: string | undefined

/** A script that makes a browser of today as old as the oldest ones; put before another script, also of a worker. */
export const asOldAsFloor = (): string => {
  prelude ??= `if (!globalThis.isAsOldAsFloor) {
    globalThis.isAsOldAsFloor = true;
    (${remove.toString()})(${JSON.stringify(newerThanFloor())})
  };\n`
  return prelude
}
