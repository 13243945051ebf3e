import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { compileCache } from './compile-cache.ts'
import { toVariables } from './test-env.ts'
import type { TestIdentity } from './test-identity.ts'

const ours = fileURLToPath(new URL('../..', import.meta.url))

/** `release`: the folder of the release to start. Defaults to that of this file. */
type SpawnOptions = { channel?: 'ipc' | 'ignore'; release?: string }

/** Starts the server as a separate process on a free port, with the test's services. */
export const spawnServer = (
  identity: TestIdentity,
  variables: Record<string, string>,
  { channel = 'ignore', release = ours }: SpawnOptions = {},
) => {
  const child = spawn(process.execPath, [join(release, 'server', 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      PORT: '0',
      DRAIN_SECONDS: '0',
      ...toVariables(identity.env),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe', channel],
  })
  const output = { stdout: '', stderr: '' }
  const ready = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<number | null>()
  child.stdout?.on('data', (chunk: Buffer) => {
    output.stdout += chunk.toString()
    const [, origin] = /ready at (\S+) /.exec(output.stdout) ?? []
    if (origin !== undefined) ready.resolve(origin)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    output.stderr += chunk.toString()
  })
  child.on('exit', (code) => {
    ended.resolve(code)
    ready.reject(new Error(`The server ended with ${code}: ${output.stderr}`))
  })
  ready.promise.catch(() => undefined)
  return { child, output, ready: ready.promise, ended: ended.promise }
}

export type SpawnedServer = ReturnType<typeof spawnServer>

const csrf = v.object({ token: v.string() })

/** Signs a new customer in over HTTP. Returns a function that posts as them. */
export const signInOver = async (
  identity: TestIdentity,
  origin: string,
  customer: string,
  device: string = randomUUID(),
) => {
  const { token } = v.parse(csrf, await (await fetch(`${origin}/api/sanctum/csrf-cookie`)).json())
  let cookie = `XSRF-TOKEN=${token}`
  const post = (
    path: string,
    body: unknown,
    key: string = randomUUID(),
    headers: Record<string, string> = {},
  ) =>
    fetch(origin + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-XSRF-TOKEN': token,
        'Idempotency-Key': key,
        Cookie: cookie,
        ...headers,
      },
      body: JSON.stringify(body),
    })
  const authToken = await identity.token(customer)
  const login = await post('/api/login', { authToken, locale: 'pt-BR', device })
  if (login.status !== 200) throw new Error(`Sign-in failed: ${await login.text()}`)
  for (const line of login.headers.getSetCookie()) cookie += `; ${line.split(';')[0]}`
  return post
}
