import { toFontFiles, type FontFile } from './font-files.ts'

/**
 * Returns the files of a Japanese font. Japanese has thousands of characters, so there are more than a
 * hundred files, but a name needs only a few of them.
 */
export const listJapaneseFonts = (): FontFile[] =>
  toFontFiles({
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
    partPattern: /noto-sans-jp-(.+)-700-normal/,
  })
