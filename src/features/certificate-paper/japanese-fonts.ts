import { fontFiles, type FontFile } from './font-files.ts'

/**
 * Japanese has thousands of characters: its typeface comes in more than a hundred files, of which a name
 * needs a few.
 */
export const japanese = (): FontFile[] =>
  fontFiles({
    files: import.meta.glob<string>(
      '/node_modules/@fontsource/noto-sans-jp/files/noto-sans-jp-*-700-normal.woff',
      {
        query: '?url&no-inline',
        import: 'default',
        eager: true,
      },
    ),
    ranges: import.meta.glob<Record<string, string>>('/node_modules/@fontsource/noto-sans-jp/unicode.json', {
      import: 'default',
      eager: true,
    }),
    partOf: /noto-sans-jp-(.+)-700-normal/,
  })
