/** One part of a multipart body. Its bytes can be read once, before the next part is requested. */
export type MultipartPart = {
  name: string
  /** Absent for a field that is not a file. */
  fileName?: string
  /** The MIME type that the sender declares, or empty if it declares none. */
  type: string
  body: AsyncIterable<Uint8Array<ArrayBuffer>>
}

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const decoder = new TextDecoder()
/** The most bytes of a part's head, that is, its headers, which usually have a few hundred. */
const maxHeadBytes = 16 * 1024

/** Creates the error for a body that ends too early or is not multipart. */
const createMalformedError = () => new TypeError('Not a multipart body')

/** Finds the index of a pattern in bytes; -1 if it does not occur. */
const findIndex = (bytes: Bytes, pattern: Bytes): number => {
  const [firstByte = 0] = pattern
  let start = bytes.indexOf(firstByte)
  while (start !== -1 && start + pattern.length <= bytes.length) {
    if (pattern.every((byte, offset) => bytes[start + offset] === byte)) return start
    start = bytes.indexOf(firstByte, start + 1)
  }
  return -1
}

const concat = (a: Bytes, b: Bytes): Bytes => {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

/**
 * Returns the function that yields the bytes before the next delimiter as they arrive. The bytes after the
 * delimiter are left for the next call.
 */
const createReadUntil = (reader: ReadableStreamDefaultReader<Bytes>) => {
  let buffer: Bytes = new Uint8Array()
  return async function* readUntil(delimiter: Bytes) {
    for (;;) {
      const index = findIndex(buffer, delimiter)
      if (index !== -1) {
        const lastBytes = buffer.subarray(0, index)
        buffer = buffer.subarray(index + delimiter.length)
        if (lastBytes.length > 0) yield lastBytes
        return
      }
      // The end of the buffer may be the beginning of the delimiter, so it is not yielded yet.
      const safeLength = Math.max(0, buffer.length - delimiter.length + 1)
      if (safeLength > 0) yield buffer.subarray(0, safeLength)
      const { done, value } = await reader.read()
      if (done) throw createMalformedError()
      buffer = concat(buffer.subarray(safeLength), value)
    }
  }
}

/** Reads a short text, such as the headers of a part. */
const readText = async (chunks: AsyncIterable<Bytes>): Promise<string> => {
  let bytes: Bytes = new Uint8Array()
  for await (const chunk of chunks) {
    bytes = concat(bytes, chunk)
    if (bytes.length > maxHeadBytes) throw createMalformedError()
  }
  return decoder.decode(bytes)
}

/**
 * Decodes a name. Browsers percent-encode quotes and line breaks in it (HTML, "multipart/form-data encoding
 * algorithm").
 */
const decodeName = (value: string): string =>
  value.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')

/** Parses the headers of a part. */
const parseHead = (head: string): Omit<MultipartPart, 'body'> => {
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
  const name = / name="([^"]*)"/.exec(disposition)?.[1]
  const fileName = / filename="([^"]*)"/.exec(disposition)?.[1]
  if (name === undefined) throw createMalformedError()
  const type = /^content-type:\s*([^;\r\n]*)/im.exec(head)?.[1]?.trim().toLowerCase() ?? ''
  return {
    name: decodeName(name),
    type,
    ...(fileName !== undefined && { fileName: decodeName(fileName) }),
  }
}

/**
 * Reads the parts of a multipart body as they arrive. `Request.formData` would hold a whole video of 2 GB in
 * memory, whereas this function holds one piece at a time. Throws a TypeError if the body ends too early or
 * is not multipart.
 */
export async function* readMultipart(
  body: ReadableStream<Bytes>,
  contentType: string,
): AsyncGenerator<MultipartPart> {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1]
  if (boundary === undefined) throw createMalformedError()
  const readUntil = createReadUntil(body.getReader())
  const delimiter = encoder.encode(`\r\n--${boundary}`)
  // The first delimiter has no line break before it.
  await readText(readUntil(encoder.encode(`--${boundary}`)))
  for (;;) {
    // The last delimiter ends with two hyphens, and the body may end there without a line break.
    const delimiterEnd = await readText(readUntil(encoder.encode('\r\n'))).catch(() => '--')
    if (delimiterEnd.startsWith('--')) return
    const head = parseHead(await readText(readUntil(encoder.encode('\r\n\r\n'))))
    const content = readUntil(delimiter)
    yield { ...head, body: content }
    // Skips what the caller has not read.
    for await (const _ of content);
  }
}
