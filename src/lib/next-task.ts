/**
 * Resolves in a task of its own, after what waits for the one that runs: a touch, or a frame to be drawn. A timer would do
 * as well, but in a tab behind another one it is a second late.
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
