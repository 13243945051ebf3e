import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Pictures with words: the logo, and the number in a drawn ring, in units of the drawing. */
const pictures = new Set(['src/ui/pictures/logo.module.css', 'src/features/courses/continue-card.module.css'])

const listTypeSizes = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/font-size:\s*([^;}]+)/g)].map(([, size = '']) => size)

/** Whether a size is a length of its own. Paper has sizes in pt. A name may have a limit beside it. */
const isOwnLength = (size: string): boolean => /[\d.](?:px|rem)\b/.test(size) && !size.includes('var(--')

test('every size of text has a name', () => {
  const files = globSync('src/**/*.css').map((file) => file.replaceAll('\\', '/'))
  const own = files
    .filter((file) => !pictures.has(file))
    .flatMap((file) =>
      listTypeSizes(file)
        .filter(isOwnLength)
        .map((size) => `${file}: ${size}`),
    )
  expect(own).toEqual([])
})
