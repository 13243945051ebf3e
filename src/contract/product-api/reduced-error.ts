// Reduces an error before it is stored or sent: removes everything that may be personal, such as typed texts,
// names and file names. When in doubt, it removes too much. The server reduces all errors again, because an
// older version of the app may have removed less. Reducing a text twice changes nothing.

/** In characters. */
export const maxMessageLength = 200
/** The maximum number of lines of a stack. */
export const maxFrames = 8

/** The extensions by which a file name is recognised in a message. */
const extensions =
  'mp4|m4v|mov|avi|webm|mkv|3gp|jpe?g|png|gif|heic|heif|webp|svg|pdf|docx?|xlsx?|pptx?|odt|txt|csv|zip|json|html?'

/**
 * Patterns and their replacements. The order matters, because a URL may end in a file name, and a quotation
 * may contain anything.
 */
const reductions: readonly [RegExp, string][] = [
  [/\b(?:[a-z][\w+.-]*:\/\/|blob:|data:)\S*/gi, '<address>'],
  [/\S*[^\s@]@\S+/g, '<email>'],
  // After these words, JavaScript engines quote the name of a property, which is kept. Any other quotation
  // may be something that a coach typed.
  [/(?<!\b(?:reading|setting|property|evaluating) )(['"`])(?:(?!\1).)*\1|[“‘«][^”’»]*[”’»]/g, '<text>'],
  // A quotation after these words that is not the name of a property.
  [/(\b(?:reading|setting|property|evaluating) )(['"`])(?![\w$.]{1,60}\2)(?:(?!\2).)*\2/g, '$1<text>'],
  // Extends back to the previous punctuation mark, because file names can contain spaces.
  [new RegExp(`[^\\s:;,<>()"'][^:;,<>()"']*\\.(?:${extensions})\\b`, 'gi'), '<file>'],
  // An absolute path.
  [/(?:^|(?<=[\s(]))\/[^\s/]+\/\S*/g, '<address>'],
  // UUIDs, and other long texts with a digit.
  [/[\da-f]{8}-[\da-f-]{15,}/gi, '<id>'],
  [/\b(?=[\w-]*\d)[\w-]{20,}/g, '<id>'],
  [/\+?\d[\d ().-]{5,}\d|\d{4,}/g, '<number>'],
  // The messages of JavaScript engines are in English, so text with other characters may be personal.
  [/\S*[^\x20-\x7e]\S*/g, '<text>'],
]

/** Reduces a message to one line. Placeholders replace everything that may be personal. */
export const reduceMessage = (message: string): string => {
  // The first slice limits the time that the patterns take for a very long message.
  const line = message.slice(0, 2000).replaceAll(/\s+/g, ' ').trim()
  return reductions
    .reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), line)
    .slice(0, maxMessageLength)
}

/** Matches the URL of a script, as origin and path, with line and column. */
const framePattern = /([a-z][\w+.-]*:\/\/[^/\s]+)(\/[^\s()]*?):(\d+):(\d+)/i
const scriptFilePattern = /(?:^|\/)([\w.$-]+\.(?:js|ts|tsx))(?:\?[^/]*)?$/

/** Matches a line of a reduced stack, such as `index-Ab12Cd34.js:1:2345`. */
export const reducedFrame = /^[\w.$-]{1,80}\.(?:js|ts|tsx):\d{1,7}:\d{1,7}$/

/**
 * Reduces a stack to the frames of our own scripts, as file, line and column. Drops the frames of browser
 * extensions and analytics tags.
 */
export const reduceStack = (stack: string, origin: string): string[] =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, scriptOrigin, path = '', row, column] = framePattern.exec(line) ?? []
      if (scriptOrigin !== origin) return []
      const [, file] = scriptFilePattern.exec(path) ?? []
      const frame = `${file}:${row}:${column}`
      return file !== undefined && reducedFrame.test(frame) ? [frame] : []
    })
    .slice(0, maxFrames)

export type ReducedError = { message: string; stack: string[] }

/**
 * Reduces a thrown value. Returns undefined for an error of another script, such as an analytics tag or an
 * extension.
 */
export const reduceError = (thrown: unknown, origin: string): ReducedError | undefined => {
  if (!(thrown instanceof Error)) {
    const description = typeof thrown === 'string' ? thrown : Object.prototype.toString.call(thrown)
    return { message: reduceMessage(`Thrown: ${description}`), stack: [] }
  }
  const { name, message, stack = '' } = thrown
  const frames = reduceStack(stack, origin)
  if (frames.length === 0 && framePattern.test(stack)) return undefined
  return { message: reduceMessage(`${name}: ${message}`), stack: frames }
}
