import { createMemoryCopies } from './memory-copies.ts'
import { createMemoryDatabase, createFile, runEngine } from './running-engine.ts'

/** Slow enough that an upload of a few parts takes seconds. */
export const slow = { latency: () => 1000 }

/** Runs an upload whose worker is killed after `ms`, and creates the engine that restores it. */
export const killed = async (ms: number, copies = new Map<string, File>(), latency = () => 10) => {
  const first = await runEngine({ ...slow, copies: createMemoryCopies(copies) })
  await first.add(createFile('match.mp4', 8))
  await first.advance(ms)
  const second = await runEngine({
    database: createMemoryDatabase(first.rows),
    copies: createMemoryCopies(copies),
    latency,
  })
  // The open uploads are still in the object store of the second engine.
  for (const [id, upload] of first.objectStore.uploads)
    second.objectStore.uploads.set(id, { ...upload, parts: new Map(upload.parts) })
  return { first, second, copies }
}
