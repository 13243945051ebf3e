import { expect, test } from 'vitest'
import { renderLine } from './line-picture.ts'

/** Forces the direction from right to left, whatever the default for the line. */
const fromRight = (line: string) => `\u2067${line}\u2069`

test.each([
  ['יוסף Silva', true],
  ['Silva יוסף', false],
])('draws a line that begins as %s from right to left: %s', async (line, isFromRight) => {
  const picture = new Uint8Array(await renderLine(line))
  const other = new Uint8Array(await renderLine(fromRight(line)))
  expect(picture.join() === other.join()).toBe(isFromRight)
})
