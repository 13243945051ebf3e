import type { ObjectTransport, SendOptions } from '../transport/object-transport.ts'
import type { EnginePorts } from '../queue/ports.ts'

const never = new Promise<never>(() => undefined)

/** Passes on the result of a call only while the worker lives. */
const createUntil =
  (death: AbortSignal) =>
  <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    if (death.aborted) return never
    const result = await call(...args)
    return death.aborted ? never : result
  }

/** The browser aborts the requests of a worker that dies. */
const cut =
  (death: AbortSignal) =>
  (options: SendOptions): SendOptions => ({ ...options, signal: AbortSignal.any([options.signal, death]) })

const mortalTransport = (transport: ObjectTransport, death: AbortSignal): ObjectTransport => {
  const until = createUntil(death)
  const mortal = cut(death)
  return {
    create: until((object) => transport.create(object)),
    sendPart: until((part, options) => transport.sendPart(part, mortal(options))),
    listParts: until((key, id, options) => transport.listParts(key, id, mortal(options))),
    complete: until((key, id, parts) => transport.complete(key, id, parts)),
    abort: until((key, id) => transport.abort(key, id)),
    listObjects: until((prefix, options) => transport.listObjects(prefix, mortal(options))),
    listUploads: until((key, options) => transport.listUploads(key, mortal(options))),
    put: until((object, options) => transport.put(object, mortal(options))),
    head: until((key, options) => transport.head(key, mortal(options))),
    remove: until((key) => transport.remove(key)),
  }
}

/** The ports of an engine until its worker dies: after that they do nothing. */
export const mortalPorts = (ports: EnginePorts, death: AbortSignal): EnginePorts => {
  const until = createUntil(death)
  const { store, clock, connection, publish } = ports
  return {
    ...ports,
    transport: mortalTransport(ports.transport, death),
    store: { load: until(store.load), write: until(store.write) },
    clock: { ...clock, sleep: until((ms: number, signal?: AbortSignal) => clock.sleep(ms, signal)) },
    connection: {
      ...connection,
      checkLost: until(connection.checkLost),
      subscribe: (listener) => connection.subscribe((lost) => !death.aborted && listener(lost)),
    },
    publish: (change) => !death.aborted && publish(change),
  }
}
