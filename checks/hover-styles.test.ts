import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Lists the lines with `:hover` outside of `@media (hover: hover)`, which the formatter indents. */
const listUnconditionalHovers = (file: string): string[] => {
  let isConditional = false
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => {
      if (line.startsWith('@media (hover: hover)')) isConditional = true
      else if (line.startsWith('}')) isConditional = false
      return line.includes(':hover') && !isConditional
    })
}

// On a touch screen, browsers keep `:hover` on the element that was tapped last, also if the page has changed.
test('styles for a hovering pointer are only for devices that have one', () => {
  const files = globSync('src/**/*.css').map((file) => file.replaceAll('\\', '/'))
  const lines = files.flatMap((file) => listUnconditionalHovers(file).map((line) => `${file}: ${line}`))
  expect(lines).toEqual([])
})
