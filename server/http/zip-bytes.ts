import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive. `texts` yields its content as it is generated. */
export type ZippedFile = { name: string; texts: AsyncIterable<string> }

/** Zips files one after the other, in pieces. Only one piece is in memory at a time. */
export async function* zipBytes(files: Iterable<ZippedFile>) {
  const encoder = new TextEncoder()
  const ready: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const { name, texts } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for await (const text of texts) {
      file.push(encoder.encode(text))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
  }
  zip.end()
  yield* ready
}
