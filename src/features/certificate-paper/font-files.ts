/** A file of a typeface, which contains some of its characters. */
export type FontFile = { address: string; covers: (character: string) => boolean }

type Ranges = Record<string, string>

type Options = {
  files: Record<string, string>
  /** By the path of the file: ranges such as `U+0000-00FF,U+0131` by the name of the part. */
  ranges: Record<string, Ranges>
  /** Extracts from a file's path the part of the typeface that it contains. */
  partOf: RegExp
}

/** Whether a character is in a list such as `U+0000-00FF,U+0131`. */
export const isInRange = (ranges: string, character: string): boolean => {
  const code = character.codePointAt(0) ?? 0
  return ranges.split(',').some((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return Number.parseInt(from, 16) <= code && code <= Number.parseInt(to, 16)
  })
}

/** The files of a typeface, with the characters that each file contains. */
export const fontFiles = ({ files, ranges, partOf }: Options): FontFile[] => {
  const [parts = {}] = Object.values(ranges)
  return Object.entries(files).flatMap(([path, address]) => {
    const part = partOf.exec(path)?.[1] ?? ''
    const range = parts[part] ?? parts[`[${part}]`]
    return range === undefined ? [] : [{ address, covers: (character) => isInRange(range, character) }]
  })
}

/**
 * The latin, greek and cyrillic alphabets, then the arabic one. The first file that contains a character is
 * used.
 */
export const alphabets = (): FontFile[] => [
  ...fontFiles({
    files: import.meta.glob<string>(
      '/node_modules/@fontsource/noto-sans/files/noto-sans-{latin,latin-ext,vietnamese,greek,greek-ext,cyrillic,cyrillic-ext}-700-normal.woff',
      { query: '?url&no-inline', import: 'default', eager: true },
    ),
    ranges: import.meta.glob<Ranges>('/node_modules/@fontsource/noto-sans/unicode.json', {
      import: 'default',
      eager: true,
    }),
    partOf: /noto-sans-(.+)-700-normal/,
  }),
  ...fontFiles({
    files: import.meta.glob<string>(
      '/node_modules/@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-700-normal.woff',
      { query: '?url&no-inline', import: 'default', eager: true },
    ),
    ranges: import.meta.glob<Ranges>('/node_modules/@fontsource/noto-naskh-arabic/unicode.json', {
      import: 'default',
      eager: true,
    }),
    partOf: /noto-naskh-arabic-(.+)-700-normal/,
  }),
]
