/** Runs a task after the tasks of all previous calls. Settles with the task's result. */
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
