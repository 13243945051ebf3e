/**
 * A file with some of the characters of a font. `mayCover` returns whether the file is worth downloading for
 * a character. The file may still not have the character, because many fonts are divided by the same ranges.
 */
export type FontFile = { url: string; mayCover: (character: string) => boolean }

/** The characters of each part of a font, in the format `U+0000-00FF,U+0131`. */
type Ranges = Record<string, string>

type Options = {
  /** The URL of each file, by its path. */
  files: Record<string, string>
  /** The content of the font's `unicode.json`, by its path: the ranges of each part. */
  ranges: Record<string, Ranges>
  /** Matches the path of a file. The first group is the name of the part that the file contains. */
  partPattern: RegExp
}

/** Whether a character is in one of the ranges, in the format `U+0000-00FF,U+0131`. */
export const isInRange = (ranges: string, character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return ranges.split(',').some((range) => {
    // Without the `U+` at the start.
    const [first = '', last = first] = range.trim().slice(2).split('-')
    return Number.parseInt(first, 16) <= code && code <= Number.parseInt(last, 16)
  })
}

/** Returns the files of a font, with the characters that each file may contain. */
export const toFontFiles = ({ files, ranges, partPattern }: Options): FontFile[] => {
  // A font has only one `unicode.json`.
  const [rangesByPart = {}] = Object.values(ranges)
  return Object.entries(files).flatMap(([path, url]) => {
    const part = partPattern.exec(path)?.[1] ?? ''
    // Numbered parts are in brackets: the file `…-jp-0-700-normal.woff` contains the part `[0]`.
    const range = rangesByPart[part] ?? rangesByPart[`[${part}]`]
    return range === undefined ? [] : [{ url, mayCover: (character) => isInRange(range, character) }]
  })
}

/** Returns the files of the Latin, Greek and Cyrillic alphabets, followed by the Arabic one. */
export const listAlphabetFonts = (): FontFile[] => [
  ...toFontFiles({
    files: import.meta.glob<string>(
      '/node_modules/@fontsource/noto-sans/files/noto-sans-{latin,latin-ext,vietnamese,greek,greek-ext,cyrillic,cyrillic-ext}-700-normal.woff',
      { query: '?url&no-inline', import: 'default', eager: true },
    ),
    ranges: import.meta.glob<Ranges>('/node_modules/@fontsource/noto-sans/unicode.json', {
      import: 'default',
      eager: true,
    }),
    partPattern: /noto-sans-(.+)-700-normal/,
  }),
  ...toFontFiles({
    files: import.meta.glob<string>(
      '/node_modules/@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-700-normal.woff',
      { query: '?url&no-inline', import: 'default', eager: true },
    ),
    ranges: import.meta.glob<Ranges>('/node_modules/@fontsource/noto-naskh-arabic/unicode.json', {
      import: 'default',
      eager: true,
    }),
    partPattern: /noto-naskh-arabic-(.+)-700-normal/,
  }),
]
