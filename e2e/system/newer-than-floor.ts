import { createRequire } from 'node:module'
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'

/** The oldest supported browsers (`docs/browsers.md`), by their names in MDN's compatibility data. */
const floor = { chrome: '109', firefox: '115', safari_ios: '16.4' } as const

/** A global, or a member of a global or of its prototype. */
type Addition = [owner: string, member?: string]

const parseNumbers = (version: string): number[] => version.replace('≤', '').split('.').map(Number)

const isAfter = (version: string, other: string): boolean => {
  const [a, b] = [parseNumbers(version), parseNumbers(other)]
  const at = [0, 1, 2].find((place) => (a[place] ?? 0) !== (b[place] ?? 0))
  return at !== undefined && (a[at] ?? 0) > (b[at] ?? 0)
}

/** Whether a version supports the feature under its own name, without a setting, and beyond a preview. */
const isThere = (statement: SimpleSupportStatement, version: string): boolean => {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false
  return !isAfter(added, version) && (typeof removed !== 'string' || isAfter(removed, version))
}

/** Whether one of the oldest browsers lacks the feature. */
const isMissing = ({ support }: CompatStatement): boolean =>
  Object.entries(floor).some(([browser, version]) => {
    const found = support[browser as keyof typeof floor]
    return !found || ![found].flat().some((statement) => isThere(statement, version))
  })

const listMembers = (node: Identifier): [string, Identifier][] =>
  Object.entries(node).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

const additionsIn = (tree: Identifier, prefix = ''): Addition[] =>
  listMembers(tree).flatMap(([name, node]): Addition[] => {
    const owner = `${prefix}${name}`
    const isNewOwner = node.__compat !== undefined && isMissing(node.__compat)
    const members = listMembers(node).flatMap(([member, inner]): Addition[] => {
      // Skips constructors and events, because only the objects that have them can be removed.
      if (member === name || member.endsWith('_event')) return []
      // `Intl.Segmenter` is a global inside another global.
      if (/^[A-Z]\w*[a-z]/.test(member)) return additionsIn({ [member]: inner }, `${owner}.`)
      const isNew = isNewOwner || (inner.__compat && isMissing(inner.__compat))
      return isNew ? [[owner, member]] : []
    })
    // Removes its members, too, because a prototype such as that of iterators is reachable without its name.
    return members.concat(isNewOwner ? [[owner]] : [])
  })

/** The JavaScript and web APIs that at least one of the oldest browsers lacks. */
const newerThanFloor = (): Addition[] => {
  const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  return [...additionsIn(api), ...additionsIn(javascript['builtins'] ?? {})]
}

/** Runs before all other code in a page, a worker or a service worker. */
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
    // The static `Response.json` is newer than the method `json` of a response.
    const isStatic = member.endsWith('_static')
    const name = member.replace(/_static$/, '')
    const key = name.startsWith('@@') ? (Reflect.get(Symbol, name.slice(2)) as symbol) : name
    const isGlobal = /^Window$|GlobalScope$/.test(last)
    const instances = isStatic ? [] : [read(owner, 'prototype'), isGlobal ? globalThis : undefined]
    for (const place of [owner, ...instances]) if (place) Reflect.deleteProperty(place, key)
  }
}

let prelude: string | undefined

/**
 * A script that removes from a current browser what the oldest browsers lack. Must precede other scripts,
 * also those of workers.
 */
export const asOldAsFloor = (): string => {
  prelude ??= `if (!globalThis.isAsOldAsFloor) {
    globalThis.isAsOldAsFloor = true;
    (${remove.toString()})(${JSON.stringify(newerThanFloor())})
  };\n`
  return prelude
}
