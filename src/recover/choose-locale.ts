type BuiltInMessages = Readonly<Record<string, Readonly<Record<string, string>>>>

const languageOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/**
 * Chooses the locale: the last locale on screen, otherwise the closest to the browser's preferences,
 * otherwise the first. Simpler than the app's own choice, and independent of its files.
 */
export const localeToSpeak = (
  messages: BuiltInMessages,
  { stored, languages }: { stored: string | null; languages: readonly string[] },
): string => {
  const codes = Object.keys(messages)
  if (stored !== null && codes.includes(stored)) return stored
  for (const tag of languages) {
    const found =
      codes.find((code) => code.toLowerCase() === tag.toLowerCase()) ??
      codes.find((code) => languageOf(code) === languageOf(tag))
    if (found !== undefined) return found
  }
  return codes[0] ?? ''
}
