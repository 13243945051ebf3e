/** Runs a task after all tasks of previous calls; settles as the task does. */
export type Enqueue = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Creates a queue that runs one task at a time. A task starts when the previous one has settled, even if it
 * failed.
 */
export const createTaskQueue = (): Enqueue => {
  let lastTask: Promise<unknown> = Promise.resolve()
  return (task) => {
    const run = lastTask.catch(() => undefined).then(task)
    lastTask = run
    return run
  }
}
