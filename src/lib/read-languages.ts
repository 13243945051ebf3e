/** The languages of a browser. Extensions and unusual browsers set them to anything, or to nothing. */
type BrowserLanguages = { languages?: unknown; language?: unknown }

/** Returns the languages of a browser, best first. */
export const readLanguages = ({ languages, language }: BrowserLanguages): string[] =>
  [...(Array.isArray(languages) ? languages : [languages]), language].filter(
    (value) => typeof value === 'string',
  )
