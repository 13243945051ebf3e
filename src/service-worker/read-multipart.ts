/** One part of a multipart body. Its bytes can be read once, before the next part is requested. */
export type MultipartPart = {
  name: string
  /** Absent for a field that is no file. */
  fileName?: string
  /** The type that the sender declares; '' if it declares none. */
  type: string
  body: AsyncIterable<Uint8Array<ArrayBuffer>>
}

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** Bytes. The headers of a part usually take a few hundred. */
const maximumHead = 16 * 1024

/** The body ends too early, or is not multipart. */
const malformed = () => new TypeError('This is not a multipart body')

const indexOf = (bytes: Bytes, wanted: Bytes): number => {
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}

const joined = (a: Bytes, b: Bytes): Bytes => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/**
 * Yields the bytes before the next delimiter as they arrive. The bytes after it are kept for the next call.
 */
const createCutter = (reader: ReadableStreamDefaultReader<Bytes>) => {
  let rest: Bytes = new Uint8Array()
  return async function* until(delimiter: Bytes) {
    for (;;) {
      const at = indexOf(rest, delimiter)
      if (at !== -1) {
        const before = rest.subarray(0, at)
        rest = rest.subarray(at + delimiter.length)
        if (before.length > 0) yield before
        return
      }
      // The last bytes may be the beginning of the delimiter.
      const sure = Math.max(0, rest.length - delimiter.length + 1)
      if (sure > 0) yield rest.subarray(0, sure)
      const { done, value } = await reader.read()
      if (done) throw malformed()
      rest = joined(rest.subarray(sure), value)
    }
  }
}

const textOf = async (bytes: AsyncIterable<Bytes>): Promise<string> => {
  let all: Bytes = new Uint8Array()
  for await (const some of bytes) {
    all = joined(all, some)
    if (all.length > maximumHead) throw malformed()
  }
  return decoder.decode(all)
}

/**
 * Browsers encode a quote and a line break in a name as URLs do (HTML, "multipart/form-data encoding
 * algorithm").
 */
const plain = (value: string): string =>
  value.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

const headOf = (head: string): Omit<MultipartPart, 'body'> => {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = / name="([^"]*)"/.exec(disposition)?.[1]
  const fileName = / filename="([^"]*)"/.exec(disposition)?.[1]
  if (name === undefined) throw malformed()
  const type = /^content-type:\s*([^;\r\n]*)/im.exec(head)?.[1]?.trim().toLowerCase() ?? ''
  return { name: plain(name), type, ...(fileName !== undefined && { fileName: plain(fileName) }) }
}

/**
 * Reads a multipart body as it arrives. `Request.formData` would hold a video of 2 GB in memory; this
 * function holds one piece of it. Throws a TypeError if the body ends too early or is not multipart.
 */
export async function* readMultipart(
  body: ReadableStream<Bytes>,
  type: string,
): AsyncGenerator<MultipartPart> {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  if (boundary === undefined) throw malformed()
  const until = createCutter(body.getReader())
  const delimiter = encoder.encode(`\r\n--${boundary}`)
  // The first delimiter is at the beginning, without a line break before it.
  await textOf(until(encoder.encode(`--${boundary}`)))
  for (;;) {
    const end = await textOf(until(encoder.encode('\r\n'))).catch(() => '--')
    if (end.startsWith('--')) return
    const head = headOf(await textOf(until(encoder.encode('\r\n\r\n'))))
    const content = until(delimiter)
    yield { ...head, body: content }
    for await (const _ of content);
  }
}
