import { defaultPartSize } from '../../../uploads/plan-parts.ts'
import { isFinal, type UploadTask } from '../../../uploads/task.ts'
import type { FoundObject } from '../transport/object-transport.ts'
import type { Trouble } from './fake-object-store.ts'
import type { LifeStep } from './life-steps.ts'
import { createDevice, mine, storedKey } from './running-engine.ts'

const minute = 60_000
/** The longest time of a response in ms. */
const maxLatency = 211

const isRefusal = (trouble: Trouble) => typeof trouble === 'object' && trouble.kind === 'refused'

/** Creates a device whose requests fail on demand. `beat` determines how long each request takes. */
const createTroubledDevice = (beat: number) => {
  let trouble: Trouble
  /** The number of requests that still fail with `trouble`. */
  let troubledRequests = 0
  let requests = 0
  const device = createDevice({
    latency: () => 1 + ((++requests * beat) % maxLatency),
    // An object store that refuses to list leaves orphans to the bucket's lifecycle rule, and an object store
    // that refuses a HEAD counts as empty: the engine gives no guarantees in these cases.
    trouble: (name) => {
      if (name === 'listUploads' || troubledRequests-- <= 0) return undefined
      return name === 'head' && isRefusal(trouble) ? undefined : trouble
    },
  })
  const setTrouble = (newTrouble: Trouble, count: number) => {
    trouble = newTrouble
    troubledRequests = count
  }
  return { device, setTrouble }
}

/** Tracks the final state of each task; `broken` if the task changed after that. */
const createFinalStates = (tasks: ReadonlyMap<string, UploadTask>) => {
  const ends = new Map<string, string>()
  return {
    ends,
    checkStates: () => {
      for (const { id, status } of tasks.values()) {
        const earlierState = ends.get(id)
        if (earlierState !== undefined && earlierState !== status.state) ends.set(id, 'broken')
        else if (isFinal(status)) ends.set(id, status.state)
      }
    },
  }
}

/**
 * Starts uploads on one device, for tests that perform random steps (`LifeStep`) and then check that nothing
 * was lost. A step may come at any moment, while earlier steps are still running.
 */
export const createLife = async (files: readonly File[], beat: number) => {
  const { device, setTrouble } = createTroubledDevice(beat)
  const { ends, checkStates } = createFinalStates(device.tasks)
  const cancelled = new Set<string>()
  const chosen = files.map((file) => ({ file }))
  let engine = await device.begin()
  const outcomes = await engine.add('ana', mine, chosen)
  const ids = outcomes.map((outcome) => (outcome.ok ? outcome.value.id : ''))
  const fileById = new Map(ids.flatMap((id, index) => (files[index] ? [[id, files[index]]] : [])))

  /** The objects that another device stored, by key. */
  const theirs = new Map<string, FoundObject>()

  const storeElsewhere = (file: File | undefined) => {
    const key = storedKey(file?.name ?? '')
    if (!file || device.objectStore.objects.has(key)) return
    // The object is as similar as possible to ours.
    const object = {
      size: file.size,
      eTag: `"whole-${Math.ceil(file.size / defaultPartSize)}"`,
      madeBy: 'their-task',
    }
    theirs.set(key, object)
    device.objectStore.objects.set(key, object)
  }

  const crash = async (withFiles: boolean) => {
    device.kill()
    // Requests that are under way still reach the object store before the next worker runs.
    await device.advance(maxLatency)
    engine = await device.begin()
    await engine.load(withFiles ? fileById : undefined)
  }

  const signOutAndIn = async () => {
    await engine.session(undefined)
    await device.advance(50)
    await engine.session('ana')
  }

  const endEverything = async (ms: number) => {
    for (const id of ids) cancelled.add(id)
    void engine.clear('ana')
    await device.advance(ms)
    await signOutAndIn()
  }

  const command = async ({ task, command: button }: Extract<LifeStep, { does: 'command' }>) => {
    const id = ids[task % ids.length] ?? ''
    if (button === 'cancel') cancelled.add(id)
    await engine.command([id], button)
  }

  const take = async (step: LifeStep) => {
    if (step.does === 'command') await command(step)
    else if (step.does === 'wait') await device.advance(step.ms)
    else if (step.does === 'network') device.objectStore.network.up = step.up
    else if (step.does === 'trouble') setTrouble(step.trouble, step.times)
    else if (step.does === 'crash') await crash(step.withFiles)
    else if (step.does === 'jump') device.jump(step.hours * 60 * minute)
    else if (step.does === 'end everything') await endEverything(step.ms)
    else if (step.does === 'another stores') storeElsewhere(files[step.file % files.length])
    else if (step.does === 'lose the uploads') device.objectStore.forgetUpload()
    else if (step.does === 'lose parts') device.objectStore.loseParts()
    else await signOutAndIn()
    checkStates()
  }

  const continueTask = async ({ id, status }: UploadTask) => {
    const file = fileById.get(id)
    if (status.state !== 'PAUSED' || !file) return
    if (status.reason.kind === 'file-needed') await engine.give(id, { file })
    else await engine.command([id], 'resume')
  }

  /** Ends all trouble, and resumes everything as a coach would. */
  const calmDown = async () => {
    setTrouble(undefined, 0)
    device.objectStore.network.up = true
    await device.advance(5 * minute)
    await engine.session('ana')
    for (let round = 0; round < 3; round++) {
      for (const task of device.tasks.values()) await continueTask(task)
      await device.advance(10 * minute)
      checkStates()
    }
  }

  return { take, calmDown, ids, ends, cancelled, theirs, device }
}
