/** The texts that are built into a page: by locale, then by message id. */
type BuiltInMessages = Readonly<Record<string, Readonly<Record<string, string>>>>

const parseLanguage = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/**
 * Chooses the locale: the last locale on screen (`stored`), otherwise the closest to the browser's
 * preferences, otherwise the first. Simpler than the app's own choice, because the page does not use the
 * app's configuration.
 */
export const chooseLocale = (
  messages: BuiltInMessages,
  { stored, languages }: { stored: string | null; languages: readonly string[] },
): string => {
  const codes = Object.keys(messages)
  if (stored !== null && codes.includes(stored)) return stored
  for (const language of languages) {
    // Some browsers write `pt_BR`.
    const tag = language.replace('_', '-')
    const sameLocale = codes.find((code) => code.toLowerCase() === tag.toLowerCase())
    const sameLanguage = codes.find((code) => parseLanguage(code) === parseLanguage(tag))
    const closest = sameLocale ?? sameLanguage
    if (closest !== undefined) return closest
  }
  return codes[0] ?? ''
}

/** The locale that was last on screen in the app, or null if the browser blocks the storage. */
const readStoredLocale = (): string | null => {
  try {
    return localStorage.getItem('locale')
  } catch {
    return null
  }
}

/**
 * Creates a page that works without the app, with texts that are built into it. `preferredLocale` takes
 * precedence over the last locale on screen. `add` appends an element with a text.
 */
export const createStaticPage = <Id extends string>(messages: BuiltInMessages, preferredLocale?: string) => {
  const locale = chooseLocale(messages, {
    // `||`, because the path `/` gives an empty `preferredLocale`.
    stored: preferredLocale || readStoredLocale(),
    languages: [...(navigator.languages ?? []), navigator.language ?? ''],
  })
  /** Returns the text of a message, or its id if the message is missing. */
  const text = (id: Id): string => messages[locale]?.[id] ?? id
  const add = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, id: Id, to: Element) => {
    const element = document.createElement(tag)
    element.textContent = text(id)
    to.append(element)
    return element
  }
  return { locale, text, add }
}
