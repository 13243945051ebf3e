import { createServer } from 'node:http'
import type { RequestListener, ServerOptions } from 'node:http'

type Options = {
  name: string
  handler: RequestListener
  host: string
  port: number
  server?: ServerOptions
}

const closeGraceMs = 500

/** Serves a handler; port 0 picks a free one. Fails with one clear line where the port is taken or forbidden. */
export const listen = async ({ name, handler, host, port, server: serverOptions = {} }: Options) => {
  const server = createServer(serverOptions, handler)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, name, port)))
    server.listen(port, host, resolve)
  })
  const bound = server.address()
  const address = `http://localhost:${typeof bound === 'object' && bound ? bound.port : port}`

  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()))
      // A response under way may finish; a long upload is cut off and will resume.
      setTimeout(() => server.closeAllConnections(), closeGraceMs).unref()
    })
  return { address, close }
}

const explained = (error: Error, name: string, port: number): Error => {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Error(`port ${port} for the ${name} is already in use`, { cause: error })
  if (code === 'EACCES') return new Error(`port ${port} for the ${name} is not allowed`, { cause: error })
  return new Error(`the ${name} cannot listen on port ${port}: ${error.message}`, { cause: error })
}
