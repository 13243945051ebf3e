import { Zip, ZipDeflate } from 'fflate'

/** A file of an archive, its text as it is made. */
export type ZippedFile = { name: string; texts: AsyncIterable<string> }

/** A zip archive of files, each made when it is its turn: never more than a piece of one is in memory. */
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
