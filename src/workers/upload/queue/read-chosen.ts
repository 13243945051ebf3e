import { fail, ok, type Result } from '../../../lib/result.ts'
import type { ChosenFile, Destination, FileRefusal } from '../../../uploads/commands.ts'
import { checkFile } from '../../../uploads/object-key.ts'
import { sampleOf } from '../files/file-identity.ts'
import type { EnginePorts } from './ports.ts'

/** A file that was read once: a folder that was dropped has a name and a size, but nothing to read. */
export type ReadFile = { chosen: ChosenFile; sample: string }

/** Whether a chosen file can be taken, and what tells it from others. */
export const readChosen = async (
  { digest, log }: Pick<EnginePorts, 'digest' | 'log'>,
  chosen: ChosenFile,
  { folder }: Destination,
): Promise<Result<ReadFile, FileRefusal>> => {
  const { file } = chosen
  if (!(file instanceof Blob)) {
    log.warn('Object must be an instance of Blob')
    return fail('unreadable')
  }
  const checked = checkFile(chosen, folder)
  if (!checked.ok) return checked
  const sample = await sampleOf(file, digest).catch(() => undefined)
  return sample === undefined ? fail('unreadable') : ok({ chosen, sample })
}
