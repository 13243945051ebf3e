import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { fail, ok } from '../src/lib/result.ts'
import { uploadWorkerSdk, workerOptions } from '../vite-plugins/upload-worker-sdk.ts'

/** Builds a file with the options of a worker. */
const buildAsWorker = async (input: string) => {
  const outDir = mkdtempSync(join(tmpdir(), 'upload-worker-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  const { plugins, rolldownOptions } = workerOptions
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: plugins(),
    build: {
      outDir,
      modulePreload: false,
      rolldownOptions: { ...rolldownOptions, input, preserveEntrySignatures: 'strict' },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const [file, ...others] = files.filter((one) => one.type === 'chunk')
  if (!file || others.length > 0) throw new Error(`${input} is not one script`)
  return { code: file.code, address: pathToFileURL(join(outDir, file.fileName)).href }
}

/** A page that only starts the upload worker. */
const page = {
  name: 'page',
  resolveId: (id: string) => (id === 'page' ? id : null),
  load: (id: string) =>
    id === 'page'
      ? `export { default } from '${resolve('src/workers/upload/upload.worker.ts')}?worker'`
      : null,
}

/** Builds the upload worker as the app's build does. Vite does not add its code for pages to a worker. */
const buildUploadWorker = async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'upload-worker-'))
  onTestFinished(() => rmSync(outDir, { recursive: true }))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [page],
    worker: workerOptions,
    build: { outDir, rolldownOptions: { input: 'page', preserveEntrySignatures: 'strict' } },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  return files.flatMap((one) =>
    /upload\.worker.*\.js$/.test(one.fileName) && one.type === 'asset' ? one.source : [],
  )
}

test('the upload worker is one script of at most 72 kB, compressed', async () => {
  const scripts = await buildUploadWorker()
  expect(scripts).toHaveLength(1)
  expect(gzipSync(scripts[0] ?? '', { level: 9 }).byteLength).toBeLessThan(72_000)
})

type Call = (...given: unknown[]) => Promise<unknown>
/** The exports of `connected-transport.ts`. Its own types are those of a worker. */
type Connected = {
  connectTransport: (...replies: unknown[]) => {
    transport: Record<'sendPart' | 'listParts' | 'head' | 'complete' | 'abort', Call>
    requests: { headers: Record<string, string>; query: Record<string, string> }[]
  }
  part: unknown
  stored: unknown
  refusal: (code: string) => string
}

test('the SDK in that build signs, and reads responses and refusals', async () => {
  const { address } = await buildAsWorker('src/workers/upload/testing/connected-transport.ts')
  const { connectTransport, part, refusal, stored }: Connected = await import(address)
  const { signal } = new AbortController()
  const listed = '<Part><PartNumber>1</PartNumber><ETag>&quot;e&quot;</ETag><Size>7</Size></Part>'
  const lately = { status: 200, headers: { 'content-length': '7', 'last-modified': 'lately' } }
  const { transport, requests } = connectTransport(
    stored,
    {
      status: 200,
      xml: `<?xml version="1.0"?><ListPartsResult><IsTruncated>false</IsTruncated>${listed}</ListPartsResult>`,
    },
    {
      status: 200,
      headers: {
        'content-length': '7',
        etag: '"e"',
        expires: 'soon',
        'last-modified': 'Mon, 01 Jun 2026 12:00:00 GMT',
        'x-amz-meta-upload': 'task',
      },
    },
    lately,
    lately,
    { status: 200, xml: refusal('InternalError') },
    { status: 404, xml: refusal('NoSuchUpload') },
  )
  expect(await transport.sendPart(part, { signal })).toEqual(ok({ eTag: '"e"' }))
  expect(await transport.listParts('k', 'u', { signal })).toEqual(ok([{ number: 1, size: 7, eTag: '"e"' }]))
  expect(await transport.head('k', { signal })).toEqual(
    ok({ size: 7, eTag: '"e"', lastModified: Date.UTC(2026, 5, 1, 12), madeBy: 'task' }),
  )
  expect(await transport.head('k', { signal })).toEqual(fail({ kind: 'foreign-answer' }))
  expect(await transport.complete('k', 'u', [{ number: 1, size: 7, eTag: '"e"' }])).toEqual(
    fail({ kind: 'busy', code: 'InternalError' }),
  )
  expect(await transport.abort('k', 'u')).toEqual(fail({ kind: 'no-such-upload' }))
  expect(requests[0]?.headers['authorization']).toMatch(
    /^AWS4-HMAC-SHA256 Credential=KEY1\/.*Signature=\w{64}$/,
  )
  expect(requests[1]?.query['X-Amz-Signature']).toMatch(/^\w{64}$/)
})

test('fails a build when the SDK has moved a file that is replaced', () => {
  const plugin = uploadWorkerSdk()
  plugin.buildEnd()
  void plugin.load('/app/node_modules/@aws-sdk/client-s3/dist-es/index.js')
  expect(() => plugin.buildEnd()).toThrow('The AWS SDK no longer has')
})
