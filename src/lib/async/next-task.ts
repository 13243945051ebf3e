/**
 * Resolves in a new task, after events that are already waiting, such as a touch or a frame. A timer would
 * also work, but browsers delay timers in background tabs by a second.
 */
export const waitForNextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
