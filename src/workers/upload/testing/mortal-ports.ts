import type { ObjectTransport, SendOptions } from '../transport/object-transport.ts'
import type { EnginePorts } from '../queue/ports.ts'

const never = new Promise<never>(() => undefined)

/** Wraps a call so that its result arrives only while the worker lives. */
const createUntilDeath =
  (death: AbortSignal) =>
  <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    if (death.aborted) return never
    const result = await call(...args)
    return death.aborted ? never : result
  }

/** Aborts requests when the worker dies, as the browser does. */
const createAbortAtDeath =
  (death: AbortSignal) =>
  (options: SendOptions): SendOptions => ({ ...options, signal: AbortSignal.any([options.signal, death]) })

const createMortalTransport = (transport: ObjectTransport, death: AbortSignal): ObjectTransport => {
  const untilDeath = createUntilDeath(death)
  const abortAtDeath = createAbortAtDeath(death)
  return {
    create: untilDeath((object) => transport.create(object)),
    sendPart: untilDeath((part, options) => transport.sendPart(part, abortAtDeath(options))),
    listParts: untilDeath((key, id, options) => transport.listParts(key, id, abortAtDeath(options))),
    complete: untilDeath((key, id, parts) => transport.complete(key, id, parts)),
    abort: untilDeath((key, id) => transport.abort(key, id)),
    listObjects: untilDeath((prefix, options) => transport.listObjects(prefix, abortAtDeath(options))),
    listUploads: untilDeath((key, options) => transport.listUploads(key, abortAtDeath(options))),
    put: untilDeath((object, options) => transport.put(object, abortAtDeath(options))),
    head: untilDeath((key, options) => transport.head(key, abortAtDeath(options))),
    remove: untilDeath((key) => transport.remove(key)),
  }
}

/** Wraps the ports of an engine so that they do nothing after its worker has died. */
export const createMortalPorts = (ports: EnginePorts, death: AbortSignal): EnginePorts => {
  const untilDeath = createUntilDeath(death)
  const { database, clock, connection, publish } = ports
  return {
    ...ports,
    transport: createMortalTransport(ports.transport, death),
    database: { load: untilDeath(database.load), write: untilDeath(database.write) },
    clock: { ...clock, sleep: untilDeath((ms: number, signal?: AbortSignal) => clock.sleep(ms, signal)) },
    connection: {
      ...connection,
      checkLost: untilDeath(connection.checkLost),
      subscribe: (listener) => connection.subscribe((isLost) => !death.aborted && listener(isLost)),
    },
    publish: (change) => !death.aborted && publish(change),
  }
}
