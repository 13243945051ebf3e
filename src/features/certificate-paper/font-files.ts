/**
 * A file with some of the characters of a typeface. `mayCover` is also true for characters that the file does
 * not have: its ranges are the same for many typefaces. It tells which files are worth a download.
 */
export type FontFile = { url: string; mayCover: (character: string) => boolean }

type Ranges = Record<string, string>

type Options = {
  /** The URL of each file, by its path. */
  files: Record<string, string>
  /** The content of the typeface's `unicode.json`, by its path: each part's ranges, such as `U+0000-00FF,U+0131`. */
  ranges: Record<string, Ranges>
  /** Matches the path of a file. Its first group is the name of the part in the file. */
  partPattern: RegExp
}

/** Whether a character is in a list such as `U+0000-00FF,U+0131`. */
export const isInRange = (ranges: string, character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return ranges.split(',').some((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-')
    return Number.parseInt(first, 16) <= code && code <= Number.parseInt(last, 16)
  })
}

/** The files of a typeface, with the characters that each file may contain. */
export const toFontFiles = ({ files, ranges, partPattern }: Options): FontFile[] => {
  const [rangesByPart = {}] = Object.values(ranges)
  return Object.entries(files).flatMap(([path, url]) => {
    const part = partPattern.exec(path)?.[1] ?? ''
    // Numbered parts are in brackets: the file `…-jp-0-700-normal.woff` contains the part `[0]`.
    const range = rangesByPart[part] ?? rangesByPart[`[${part}]`]
    return range === undefined ? [] : [{ url, mayCover: (character) => isInRange(range, character) }]
  })
}

/** The files of the latin, greek and cyrillic alphabets, then of the arabic one. */
export const alphabetFonts = (): FontFile[] => [
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
