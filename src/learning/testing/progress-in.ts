import type { ModuleState, Progress } from '../progress.ts'

/** A coach's progress with the given states of modules. */
export const progressIn = (states: Readonly<Record<string, ModuleState>>): Progress =>
  new Map(
    Object.entries(states).map(([id, state]) => {
      const isDone = state === 'waiting' || state === 'complete'
      return [id, { state, finished: isDone, answered: isDone, watched: [], position: null }]
    }),
  )
