import { readFile } from 'node:fs/promises'
import type { Plugin, UserConfig } from 'vite'

type Replacement = {
  /** The path of the SDK's file below `node_modules`. */
  file: string
  /** Why the file is replaced, and the gzipped size that the worker saves. */
  reason: string
  /** What takes its place: another file in the same folder, or code. */
  substitute: { file: string } | { code: string }
}

/** Returns the code of functions that are imported but must never be called, so they throw. */
const createThrowingExports = (...names: string[]) =>
  [
    `const absent = () => { throw new Error('The upload worker is built without this part of the AWS SDK') }`,
    ...names.map((name) => `export const ${name} = absent`),
  ].join('\n')

/** Returns the code of an SDK plugin that adds nothing to a client. */
const createEmptyPlugin = (name: string) => `export const ${name} = () => ({ applyToStack: () => {} })`

/** Files of the AWS SDK that the upload worker cannot use or does not need, although they are imported. */
const replacements: Replacement[] = [
  {
    file: '@aws-sdk/xml-builder/dist-es/xml-parser.browser.js',
    reason: 'It needs DOMParser, which workers do not have: every response of S3 would fail.',
    substitute: { file: 'xml-parser.js' },
  },
  {
    file: '@aws-sdk/checksums/dist-es/submodules/flexible-checksums/getFlexibleChecksumsPlugin.js',
    reason: 'Adds checksums, which the client has turned off where they are not required: 3.5 kB.',
    substitute: {
      code: `export const getFlexibleChecksumsPlugin = (_, { requestChecksumRequired }) => {
        if (requestChecksumRequired) throw new Error('The upload worker has no checksums for this command')
        return { applyToStack: () => {} }
      }`,
    },
  },
  {
    file: '@aws-sdk/signature-v4-multi-region/dist-es/SignatureV4MultiRegion.js',
    reason: 'Signatures for several regions need a package that is not installed: 1 kB.',
    substitute: { code: "export { SignatureV4 as SignatureV4MultiRegion } from '@smithy/signature-v4'" },
  },
  {
    file: '@smithy/signature-v4/dist-es/HeaderFormatter.js',
    reason: 'Formats the events of a stream, and none of our commands uses a stream of events: 1 kB.',
    // Each signer creates a HeaderFormatter and never uses it.
    substitute: { code: 'export class HeaderFormatter {}' },
  },
  {
    file: '@smithy/core/dist-es/submodules/event-streams/index.browser.js',
    reason:
      'None of our commands uses a stream of events: a file of 4.5 kB that the service worker would store.',
    substitute: {
      code: createThrowingExports(
        'EventStreamSerde',
        'eventStreamSerdeProvider',
        'resolveEventStreamSerdeConfig',
      ),
    },
  },
  {
    file: '@smithy/core/dist-es/submodules/serde/schema-serde-lib/schema-date-utils.js',
    reason: 'Parses dates in formats that every browser can parse itself: 0.8 kB.',
    substitute: {
      code: `const read = (value) => {
        if (value === undefined || value === null) return undefined
        const date = new Date(value)
        if (Number.isNaN(date.getTime())) throw new TypeError('Not a date: ' + value)
        return date
      }
      export { read as _parseRfc3339DateTimeWithOffset, read as _parseRfc7231DateTime }
      ${createThrowingExports('_parseEpochTimestamp')}`,
    },
  },
  {
    file: '@smithy/core/dist-es/submodules/serde/util-stream/sdk-stream-mixin.browser.js',
    reason: 'Adds methods to bodies. Our handler returns only Blobs, which have these methods: 0.5 kB.',
    substitute: { code: 'export const sdkStreamMixin = (body) => body' },
  },
  {
    file: '@aws-sdk/middleware-sdk-s3/dist-es/submodules/s3/middleware-s3-expires/s3-expires-middleware.js',
    reason: 'Parses old date formats in a header that our client removes: 1.2 kB.',
    substitute: {
      code: `${createEmptyPlugin('getS3ExpiresMiddlewarePlugin')}\n${createThrowingExports('s3ExpiresMiddleware', 's3ExpiresMiddlewareOptions')}`,
    },
  },
  {
    file: '@aws-sdk/middleware-sdk-s3/dist-es/submodules/s3/middleware-ssec/middleware-ssec.js',
    reason: 'Encrypts with keys of the client (SSE-C), which this product does not use: 0.5 kB.',
    substitute: {
      code: `${createEmptyPlugin('getSsecPlugin')}\n${createThrowingExports('ssecMiddleware', 'ssecMiddlewareOptions', 'isValidBase64EncodedSSECustomerKey')}`,
    },
  },
]

/**
 * Replaces files of the SDK in the upload worker. Add this plugin to `worker.plugins` and to
 * `optimizeDeps.rolldownOptions.plugins` (for development). The build fails if it contains the SDK without
 * one of these files: a new version of the SDK has moved the file, and the worker would grow unnoticed.
 */
export const uploadWorkerSdk = () => {
  /** The replacements whose file the build has not loaded yet. */
  const unusedReplacements = new Set(replacements)
  let hasSdk = false
  return {
    name: 'breaking-barriers:upload-worker-sdk',
    enforce: 'pre',
    load: (id: string) => {
      const [path = ''] = id.split('?')
      const posixPath = path.replaceAll('\\', '/')
      hasSdk ||= posixPath.includes('/@aws-sdk/client-s3/')
      const replacement = replacements.find(({ file }) => posixPath.endsWith(`/node_modules/${file}`))
      if (!replacement) return null
      unusedReplacements.delete(replacement)
      const { substitute } = replacement
      if ('code' in substitute) return substitute.code
      return readFile(path.slice(0, path.lastIndexOf('/') + 1) + substitute.file, 'utf8')
    },
    buildEnd: (error?: Error) => {
      const [unusedReplacement] = unusedReplacements
      if (!error && hasSdk && unusedReplacement)
        throw new Error(`The AWS SDK no longer has ${unusedReplacement.file}. ${unusedReplacement.reason}`)
    },
  } satisfies Plugin
}

export const workerOptions = {
  format: 'es',
  plugins: () => [uploadWorkerSdk()],
  rolldownOptions: {
    // Lets the bundler remove the classes that the SDK registers for every error of S3. Without them an error
    // keeps its name, but it is an instance of a general class.
    treeshake: { manualPureFunctions: ['n0_registry', '_s_registry'] },
    output: { codeSplitting: false },
  },
} satisfies UserConfig['worker']
