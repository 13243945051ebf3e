import { expect, test } from 'vitest'
import { MissingGlyphError, renderLine } from './line-image.ts'

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

test('draws letters that a font has, and refuses boxes', async () => {
  await expect(renderLine('José 1-2 “Ana”')).resolves.toBeInstanceOf(ArrayBuffer)
  await expect(renderLine('Ana \u{e0000}')).resolves.toBeInstanceOf(ArrayBuffer)
  await expect(renderLine('Ana \u{323b0}')).rejects.toThrow(MissingGlyphError)
})
