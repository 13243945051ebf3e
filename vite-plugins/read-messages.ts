import { readFile } from 'node:fs/promises'
import type { LinguiConfig } from '@lingui/conf'
import { flattenMessages, type NestedMessages } from './compile-catalogue.ts'

/** What the plugins need to know of `lingui.config.ts`. */
export type Lingui = Pick<LinguiConfig, 'locales' | 'catalogs'>

/** The file with the interface messages of a locale. */
export const messagesFile = ({ catalogs }: Lingui, root: string, locale: string): string => {
  const [catalogue] = catalogs ?? []
  if (!catalogue) throw new Error('lingui.config.ts names no catalogue')
  return `${catalogue.path.replace('<rootDir>', root).replace('{locale}', locale)}.json`
}

/** The interface messages of a locale as translators write them. */
export const readMessages = async (lingui: Lingui, root: string, locale: string): Promise<NestedMessages> =>
  JSON.parse(await readFile(messagesFile(lingui, root, locale), 'utf8'))

/** Says messages of a locale, uncompiled; throws for an id that it does not have. */
export const sayFrom = (locale: string, messages: NestedMessages): ((id: string) => string) => {
  const flat = flattenMessages(messages)
  return (id) => {
    const text = flat[id]
    if (text === undefined) throw new Error(`${locale} lacks the message ${id}`)
    return text
  }
}
