/**
 * What is left of an error before it is stored or sent: nothing that a person typed, is called or owns. It rather loses a word
 * too many. The server reduces once more what an older app sends; what is reduced already stays as it is.
 */

/** Characters, and lines of a stack. */
export const longestMessage = 200
export const mostFrames = 8

const extensions =
  'mp4|m4v|mov|avi|webm|mkv|3gp|jpe?g|png|gif|heic|heif|webp|svg|pdf|docx?|xlsx?|pptx?|odt|txt|csv|zip|json|html?'

/** In this order: an address may have a file name at its end, and a quotation may have anything in it. */
const reductions: readonly [RegExp, string][] = [
  [/\b(?:[a-z][\w+.-]*:\/\/|blob:|data:)\S*/gi, '<address>'],
  [/\S*[^\s@]@\S+/g, '<email>'],
  // What engines quote of a program's own names says where it failed; what anybody else quotes may be an answer.
  [/(?<!\b(?:reading|setting|property|evaluating) )(['"`])(?:(?!\1).)*\1|[“‘«][^”’»]*[”’»]/g, '<text>'],
  [/(\b(?:reading|setting|property|evaluating) )(['"`])(?![\w$.]{1,60}\2)(?:(?!\2).)*\2/g, '$1<text>'],
  // Back to the mark before it: names of files have spaces.
  [new RegExp(`[^\\s:;,<>()"'][^:;,<>()"']*\\.(?:${extensions})\\b`, 'gi'), '<file>'],
  [/(?:^|(?<=[\s(]))\/[^\s/]+\/\S*/g, '<address>'],
  [/[\da-f]{8}-[\da-f-]{15,}/gi, '<id>'],
  [/\b(?=[\w-]*\d)[\w-]{20,}/g, '<id>'],
  [/\+?\d[\d ().-]{5,}\d|\d{4,}/g, '<number>'],
  // Engines speak English.
  [/\S*[^\x20-\x7e]\S*/g, '<text>'],
]

/** One line without addresses, e-mail addresses, quotations, file names, ids and long numbers. */
export const reduceMessage = (message: string): string => {
  const line = message.slice(0, 2000).replaceAll(/\s+/g, ' ').trim()
  return reductions.reduce((left, [found, put]) => left.replaceAll(found, put), line).slice(0, longestMessage)
}

const frame = /([a-z][\w+.-]*:\/\/[^/\s]+)(\/[^\s()]*?):(\d+):(\d+)/i
const ownFile = /(?:^|\/)([\w.$-]+\.(?:js|ts|tsx))(?:\?[^/]*)?$/

/** The form of a line of a reduced stack: `index-Ab12Cd34.js:1:2345`. */
export const reducedFrame = /^[\w.$-]{1,80}\.(?:js|ts|tsx):\d{1,7}:\d{1,7}$/

/** The lines of a stack that are of our own scripts, as file, line and column. What an extension or a tag does is not ours. */
export const reduceStack = (stack: string, origin: string): string[] =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, at, path = '', row, column] = frame.exec(line) ?? []
      const [, file] = at === origin ? (ownFile.exec(path) ?? []) : []
      const reduced = `${file}:${row}:${column}`
      return file !== undefined && reducedFrame.test(reduced) ? [reduced] : []
    })
    .slice(0, mostFrames)

export type ReducedError = { message: string; stack: string[] }

/** What may be known of whatever was thrown; undefined for what is not ours, as an error of a tag script or an extension. */
export const reduceError = (thrown: unknown, origin: string): ReducedError | undefined => {
  if (!(thrown instanceof Error)) {
    const said = typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown)
    return { message: reduceMessage(`Thrown: ${said}`), stack: [] }
  }
  const { name, message, stack = '' } = thrown
  const reduced = reduceStack(stack, origin)
  if (reduced.length === 0 && frame.test(stack)) return undefined
  return { message: reduceMessage(`${name}: ${message}`), stack: reduced }
}
