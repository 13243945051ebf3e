import { toFontFiles, type FontFile } from './font-files.ts'

/**
 * The files of a Japanese typeface. There are more than a hundred, because Japanese has thousands of
 * characters; a name needs only a few of them.
 */
export const japaneseFonts = (): FontFile[] =>
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
