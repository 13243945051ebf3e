import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { IgnoreStrategy } from 'aws-cdk-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listen, stopListening } from '../node/listen.ts'
import { variableNames } from '../src/config/env.ts'
import { runContainerfile, type BuiltImage } from './testing/run-containerfile.ts'
import { readCompose } from './testing/read-compose.ts'
import { readContainerfile } from './testing/read-containerfile.ts'
import { imageContext } from './aws/product-container.ts'

const stages = readContainerfile(readFileSync('deploy/Containerfile', 'utf8'))
const { product } = readCompose().services
const buildArgs = product.build.args

/** MiB that the image adds to its base */
const maxMiB = 300

const measureMebibytes = (folder: string) =>
  Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024

const getSteps = (name: string) => stages.find((stage) => stage.name === name)?.steps ?? []

test('the build receives every variable that is built into the app', () => {
  const args = getSteps('build').flatMap(({ instruction, rest }) => (instruction === 'ARG' ? [rest] : []))
  expect(args.toSorted()).toEqual(['PUBLIC_ORIGIN', ...variableNames].toSorted())
})

test('the product runs without root, shell and package manager, and has a health check', () => {
  const final = stages.find(({ name }) => name === 'product')
  expect(final?.base).toMatch(/^gcr\.io\/distroless\/nodejs24-\w+:nonroot(?:@sha256:[\da-f]{64})?$/)
  const steps = getSteps('product')
  expect(steps.find(({ instruction }) => instruction === 'USER')).toBeUndefined()
  expect(steps.find(({ instruction }) => instruction === 'HEALTHCHECK')?.rest).toContain(
    'deploy/health-check.js',
  )
})

test('the image for AWS trusts the databases of every region, as a copy may be restored in another one', () => {
  const { ADD, ENV } = Object.fromEntries(getSteps('aws').map((step) => [step.instruction, step]))
  const [source, file] = ADD?.rest.split(' ') ?? []
  expect(ADD?.flags['checksum']).toMatch(/^sha256:[\da-f]{64}$/)
  expect(source).toBe('https://truststore.pki.rds.amazonaws.com/global/global-bundle.pem')
  expect(ENV?.rest).toBe(`NODE_EXTRA_CA_CERTS=${file}`)
})

/** The repository paths that a file resolves against its own URL, up to the first part that varies. */
const filesReadBy = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/new URL\(['"`]([^'"`$]+)[^)]*, import\.meta\.url\)/g)].map(
    ([, path = '']) => join(dirname(file), path),
  )

test('the image contains everything that the server reads at run time', () => {
  const copied = getSteps('product').flatMap(({ instruction, rest }) =>
    instruction === 'COPY' ? [rest.split(' ')[0]?.replace(/^\/product\//, '')] : [],
  )
  const sources = globSync('{server,node,src/{lib,config,contract}}/**/*.ts', {
    exclude: ['**/*.test.ts', '**/testing/**'],
  })
  const read = sources.flatMap(filesReadBy)
  expect(read).toContain('package.json')
  expect(read.filter((path) => !copied.some((each) => `${path}/`.startsWith(`${each}/`)))).toEqual([])
})

const ignored = IgnoreStrategy.docker(process.cwd(), imageContext.exclude)

test('the builder at AWS uses the Containerfile itself, and a changed one makes another image', () => {
  expect(ignored.ignores(resolve('deploy/Containerfile'))).toBe(false)
  expect(ignored.ignores(resolve('deploy/compose.yaml'))).toBe(true)
})

/** Copies the files that are sent to the builder: tracked files, and new files that are not ignored. */
const sendContext = (folder: string) => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of files.split('\n').filter((name) => name !== '' && !ignored.ignores(resolve(name)))) {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    cpSync(file, join(folder, file))
  }
}

const freePort = async () => {
  const server = createServer()
  const port = await listen(server, { port: 0, variable: 'PORT' })
  await stopListening(server, 0)
  return port
}

const assertReady = async (origin: string) => {
  const { status } = await fetch(`${origin}/readyz`)
  if (status !== 200) throw new Error(`It is not ready: ${status}.`)
}

describe('the steps of the Containerfile, in an empty folder', { timeout: 900_000, retry: 0 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'containerfile-'))
  let built: BuiltImage
  let server: ChildProcess | undefined
  let origin: string
  const listFiles = (directory: string) =>
    globSync('**', { cwd: directory, exclude: ['node_modules/*/**'] }).map(
      (file) => `${file} ${statSync(join(directory, file)).mtimeMs}`,
    )
  let before: string[]

  beforeAll(async () => {
    const context = join(folder, 'context')
    sendContext(context)
    built = runContainerfile({ stages, target: 'product', folder, context, buildArgs })
    before = listFiles(built.directory)
    const port = await freePort()
    origin = `http://localhost:${port}`
    const { DATABASE_URL: _, ADMINS: __, ...environment } = product.environment
    const url = process.env['TEST_DATABASE_URL']
    server = spawn(process.execPath, built.command, {
      cwd: built.directory,
      stdio: 'inherit',
      env: {
        ...environment,
        ...built.environment,
        PORT: String(port),
        DRAIN_SECONDS: '0',
        ...(url === undefined ? { DATA_DIR: join(folder, 'data') } : { DATABASE_URL: url }),
      },
    })
    await vi.waitFor(() => assertReady(origin), { timeout: 120_000, interval: 250 })
  }, 900_000)

  afterAll(
    () => {
      server?.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
    // On a busy disk the image takes minutes to delete.
    900_000,
  )

  test('build a server that serves a page with its script', async () => {
    const page = await fetch(`${origin}/en-GB/`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('<div id="root"')
    const script = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(html)?.[1]
    const { status, headers } = await fetch(`${origin}${script}`)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
  })

  test('include a health check that detects whether it is alive', async () => {
    const check = (port: string) =>
      spawn(process.execPath, ['deploy/health-check.js'], { cwd: built.directory, env: { PORT: port } })
    expect(await once(check(new URL(origin).port), 'exit')).toEqual([0, null])
    expect(await once(check('1'), 'exit')).toEqual([1, null])
  })

  test('build a server that writes nothing to its file system: its root may be read-only', () => {
    expect(listFiles(built.directory)).toEqual(before)
  })

  test('keep only what the server needs', () => {
    const size = measureMebibytes(built.directory)
    console.info(`beside its base the image has ${Math.round(size)} MiB`)
    expect(size).toBeLessThan(maxMiB)
    expect(globSync('{src/app,sandbox,e2e,node_modules/vite}', { cwd: built.directory })).toEqual([])
  })

  test('build a server that stops on request', async () => {
    server?.kill('SIGTERM')
    expect(server && (await once(server, 'exit'))).toEqual([0, null])
  })
})
