import { createRequire } from 'node:module'
import type {
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'

/** The oldest supported browsers (`docs/browsers.md`), by their names in MDN's compatibility data. */
const floor = { chrome: '109', firefox: '115', safari_ios: '16.4' } as const

/**
 * A feature that one of the oldest browsers lacks: a global, or a member of a global or of its prototype. The
 * names are those of MDN's data.
 */
type Addition = [owner: string, member?: string]

const parseNumbers = (version: string): number[] => version.replace('≤', '').split('.').map(Number)

/** Compares two versions of a browser, such as `16.4` and `16.10`. */
const isAfter = (version: string, other: string): boolean => {
  const [a, b] = [parseNumbers(version), parseNumbers(other)]
  const index = [0, 1, 2].find((part) => (a[part] ?? 0) !== (b[part] ?? 0))
  return index !== undefined && (a[index] ?? 0) > (b[index] ?? 0)
}

/** Whether a version supports the feature under its own name, without a setting, and beyond a preview. */
const isSupported = (statement: SimpleSupportStatement, version: string): boolean => {
  const { version_added: added, version_removed: removed, flags, prefix, alternative_name: other } = statement
  if (typeof added !== 'string' || added === 'preview' || flags || prefix || other) return false
  return !isAfter(added, version) && (typeof removed !== 'string' || isAfter(removed, version))
}

/** Whether one of the oldest browsers lacks the feature. */
const isMissing = ({ support }: CompatStatement): boolean =>
  Object.entries(floor).some(([browser, version]) => {
    const statements = support[browser as keyof typeof floor]
    return !statements || ![statements].flat().some((statement) => isSupported(statement, version))
  })

/** Lists the features inside a feature. `__compat` is the feature's own support in browsers. */
const listMembers = (node: Identifier): [string, Identifier][] =>
  Object.entries(node).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat')

const listAdditions = (tree: Identifier, prefix = ''): Addition[] =>
  listMembers(tree).flatMap(([name, node]): Addition[] => {
    const owner = `${prefix}${name}`
    const isNewOwner = node.__compat !== undefined && isMissing(node.__compat)
    const members = listMembers(node).flatMap(([member, inner]): Addition[] => {
      // Skips constructors and events, because only the objects that have them can be removed.
      if (member === name || member.endsWith('_event')) return []
      // `Intl.Segmenter` is a global inside another global.
      if (/^[A-Z]\w*[a-z]/.test(member)) return listAdditions({ [member]: inner }, `${owner}.`)
      const isNew = isNewOwner || (inner.__compat && isMissing(inner.__compat))
      return isNew ? [[owner, member]] : []
    })
    // Lists the members of a new global, too, because code can reach a prototype, such as that of iterators,
    // without the name of the global.
    return members.concat(isNewOwner ? [[owner]] : [])
  })

/** Lists the JavaScript and web APIs that at least one of the oldest browsers lacks. */
const listNewerThanFloor = (): Addition[] => {
  const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
  return [...listAdditions(api), ...listAdditions(javascript['builtins'] ?? {})]
}

/**
 * Removes features from the global scope. Its source is sent to the browser, where it runs before all other
 * code in a page, a worker or a service worker. So it must not use anything outside itself.
 */
const removeFeatures = (additions: Addition[]): void => {
  // Reads the descriptor, because some properties have getters that throw.
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
    for (const target of [owner, ...instances]) if (target) Reflect.deleteProperty(target, key)
  }
}

let prelude: string | undefined

/**
 * Creates a script that removes from a current browser what the oldest browsers lack. It must precede other
 * scripts, also those of workers.
 */
export const createOldBrowserPrelude = (): string => {
  prelude ??= `if (!globalThis.isAsOldAsFloor) {
    globalThis.isAsOldAsFloor = true;
    (${removeFeatures.toString()})(${JSON.stringify(listNewerThanFloor())})
  };\n`
  return prelude
}
