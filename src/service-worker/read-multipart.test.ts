import { expect, test } from 'vitest'
import { readMultipart } from './read-multipart.ts'

const url = 'https://site.example/share-files'

/** Reads the body as a browser encodes it, in pieces of so many bytes. */
const read = async (form: FormData, piece: number) => {
  const request = new Request(url, { method: 'POST', body: form })
  const bytes = await request.clone().bytes()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += piece) controller.enqueue(bytes.slice(at, at + piece))
      controller.close()
    },
  })
  const parts: { name: string; fileName?: string; type: string; content: string }[] = []
  for await (const { body: content, ...head } of readMultipart(body, request.headers.get('Content-Type')!)) {
    const pieces: Uint8Array<ArrayBuffer>[] = []
    for await (const bytes of content) pieces.push(bytes.slice())
    parts.push({ ...head, content: await new Blob(pieces).text() })
  }
  return parts
}

const form = new FormData()
form.append('title', 'Final ⚽️')
form.append('files', new File(['first\r\n--half\r\n\r\n--'], 'a "b" ⚽️.mp4', { type: 'video/mp4' }))
form.append('files', new File([], 'empty.txt'))
form.append('files', new File(['\r\n'], 'line.txt'))

test.each([1, 2, 7, 64, 100_000])('reads every part completely, in pieces of %i bytes', async (piece) => {
  expect(await read(form, piece)).toEqual([
    { name: 'title', type: '', content: 'Final ⚽️' },
    { name: 'files', fileName: 'a "b" ⚽️.mp4', type: 'video/mp4', content: 'first\r\n--half\r\n\r\n--' },
    { name: 'files', fileName: 'empty.txt', type: 'application/octet-stream', content: '' },
    { name: 'files', fileName: 'line.txt', type: 'application/octet-stream', content: '\r\n' },
  ])
})

test('a form without fields has no parts', async () => {
  expect(await read(new FormData(), 10)).toEqual([])
})

test('skips a part that is not read', async () => {
  const request = new Request(url, { method: 'POST', body: form })
  const names: (string | undefined)[] = []
  for await (const { fileName } of readMultipart(request.body!, request.headers.get('Content-Type')!))
    names.push(fileName)
  expect(names).toEqual([undefined, 'a "b" ⚽️.mp4', 'empty.txt', 'line.txt'])
})

const broken = [
  [
    'breaks off in a file',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nhal',
  ],
  ['breaks off in its head', 'multipart/form-data; boundary=x', '--x\r\nContent-Dispo'],
  ['has no boundary', 'application/json', '{}'],
  ['is something else', 'multipart/form-data; boundary=x', 'hello'],
] as const

test.each(broken)('rejects a body that %s', async (_, type, text) => {
  const { body } = new Response(text)
  const reading = async () => {
    for await (const { body: content } of readMultipart(body!, type)) for await (const _ of content);
  }
  await expect(reading()).rejects.toThrow(TypeError)
})

test('passes a large file through in pieces, never as a whole', async () => {
  const piece = new Uint8Array(1_048_576)
  let sent = 0
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.mp4"\r\n\r\n'
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      if (sent === 0) controller.enqueue(new TextEncoder().encode(head))
      if (sent++ < 100) return controller.enqueue(piece.slice())
      controller.enqueue(new TextEncoder().encode('\r\n--x--\r\n'))
      return controller.close()
    },
  })
  let largest = 0
  let total = 0
  for await (const { body: content } of readMultipart(body, 'multipart/form-data; boundary=x'))
    for await (const { length } of content) {
      largest = Math.max(largest, length)
      total += length
    }
  expect(total).toBe(100 * 1_048_576)
  expect(largest).toBeLessThan(2 * 1_048_576)
})
