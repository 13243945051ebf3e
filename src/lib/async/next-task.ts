/**
 * Resolves in a new task, so that events that wait for the current task, such as a touch or a frame,
 * come first. A timer would work too, but browsers delay timers in background tabs by a second.
 */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
