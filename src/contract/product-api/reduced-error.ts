/**
 * Reduces an error before it is stored or sent: removes everything that a person typed, is called or owns, at
 * the cost of removing too much. The server reduces again what an older app sends. Reduced text stays the
 * same.
 */

/** In characters, and in lines of a stack. */
export const maxMessageLength = 200
export const maxFrames = 8

const extensions =
  'mp4|m4v|mov|avi|webm|mkv|3gp|jpe?g|png|gif|heic|heif|webp|svg|pdf|docx?|xlsx?|pptx?|odt|txt|csv|zip|json|html?'

/** The order matters: an address may end in a file name, and a quotation may contain anything. */
const reductions: readonly [RegExp, string][] = [
  [/\b(?:[a-z][\w+.-]*:\/\/|blob:|data:)\S*/gi, '<address>'],
  [/\S*[^\s@]@\S+/g, '<email>'],
  // Names that engines quote after these words show where an error occurred. Other quotations may be answers.
  [/(?<!\b(?:reading|setting|property|evaluating) )(['"`])(?:(?!\1).)*\1|[“‘«][^”’»]*[”’»]/g, '<text>'],
  [/(\b(?:reading|setting|property|evaluating) )(['"`])(?![\w$.]{1,60}\2)(?:(?!\2).)*\2/g, '$1<text>'],
  // Extends back to the previous punctuation mark, because file names can contain spaces.
  [new RegExp(`[^\\s:;,<>()"'][^:;,<>()"']*\\.(?:${extensions})\\b`, 'gi'), '<file>'],
  [/(?:^|(?<=[\s(]))\/[^\s/]+\/\S*/g, '<address>'],
  [/[\da-f]{8}-[\da-f-]{15,}/gi, '<id>'],
  [/\b(?=[\w-]*\d)[\w-]{20,}/g, '<id>'],
  [/\+?\d[\d ().-]{5,}\d|\d{4,}/g, '<number>'],
  // Messages of engines are in English.
  [/\S*[^\x20-\x7e]\S*/g, '<text>'],
]

/** One line without addresses, email addresses, quotations, file names, ids and long numbers. */
export const reduceMessage = (message: string): string => {
  const line = message.slice(0, 2000).replaceAll(/\s+/g, ' ').trim()
  return reductions
    .reduce((left, [found, put]) => left.replaceAll(found, put), line)
    .slice(0, maxMessageLength)
}

const frame = /([a-z][\w+.-]*:\/\/[^/\s]+)(\/[^\s()]*?):(\d+):(\d+)/i
const ownFile = /(?:^|\/)([\w.$-]+\.(?:js|ts|tsx))(?:\?[^/]*)?$/

/** The form of a line of a reduced stack: `index-Ab12Cd34.js:1:2345`. */
export const reducedFrame = /^[\w.$-]{1,80}\.(?:js|ts|tsx):\d{1,7}:\d{1,7}$/

/** The stack lines of our own scripts, as file, line and column. Drops lines of extensions and tags. */
export const reduceStack = (stack: string, origin: string): string[] =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, at, path = '', row, column] = frame.exec(line) ?? []
      const [, file] = at === origin ? (ownFile.exec(path) ?? []) : []
      const reduced = `${file}:${row}:${column}`
      return file !== undefined && reducedFrame.test(reduced) ? [reduced] : []
    })
    .slice(0, maxFrames)

export type ReducedError = { message: string; stack: string[] }

/** A reduced form of a thrown value; undefined for errors of other scripts, such as a tag or an extension. */
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
