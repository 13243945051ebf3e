import { fail, ok } from '../../../lib/result.ts'
import type { Answer } from '../transport/storage-failure.ts'
import { complete, isStored } from '../remote/complete-upload.ts'
import type { LiveTask } from '../task/live-task.ts'
import { openUpload } from '../remote/open-upload.ts'
import { sweepOrphans } from '../remote/orphans.ts'
import { createReadAhead } from '../parts/read-ahead.ts'
import { sendParts } from '../parts/send-parts.ts'
import type { Source, Work } from '../parts/work.ts'

const tryOnce = async (work: Work, task: LiveTask, source: Source, signal: AbortSignal): Answer<void> => {
  const { size, partSize } = task.saved
  const { file, key, early } = source
  const opened = await openUpload(work, task, source, signal)
  if (!opened.ok) return opened
  const stored = new Map(opened.value.stored.map((part) => [part.number, part]))
  const rest = { file, size, partSize, isStored: (number: number) => stored.has(number) }
  task.progress.begin(opened.value.stored.reduce((sum, part) => sum + part.size, 0))
  task.phase = 'sending'
  work.changed(task)
  const upload = { task, file, key, uploadId: opened.value.uploadId }
  const next = early ?? createReadAhead(work.ports.checksum, rest, signal)
  // Beside the parts: at the end somebody would wait for it. What fails now is tried again then.
  const sweeping = sweepOrphans(work, task, key, signal)
  const sent = await sendParts(work, upload, { stored, next }, signal)
  const done = sent.ok ? await complete(work, upload, sent.value, signal) : sent
  await sweeping
  return done
}

/** Uploads a file in parts, from nothing or from what the store already has; begins again once if the upload is gone. */
export const uploadInParts = async (
  work: Work,
  task: LiveTask,
  source: Source,
  signal: AbortSignal,
): Answer<void> => {
  const { saved } = task
  for (let restarted = false; ; restarted = true) {
    const answer = await tryOnce(
      work,
      task,
      restarted ? { ...source, early: undefined, isNew: false } : source,
      signal,
    )
    if (answer.ok || answer.error.kind !== 'no-such-upload') return answer
    const stored = await isStored(work, task, source.key, signal)
    if (!stored.ok) return stored
    if (stored.value) {
      task.stored = true
      return ok(undefined)
    }
    delete saved.uploadId
    delete saved.doubtful
    delete saved.allSent
    await work.save(task)
    if (restarted) return fail({ kind: 'refused', code: 'NoSuchUpload' })
  }
}
